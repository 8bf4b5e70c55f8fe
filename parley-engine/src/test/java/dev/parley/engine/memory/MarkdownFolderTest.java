package dev.parley.engine.memory;

import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.IdempotentUpdatesContract;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import dev.parley.spi.MemoryStore.Saved;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory as files. */
class MarkdownFolderTest extends IdempotentUpdatesContract {
  private static final Document PROJECT = new Document(WorkspaceId.DEFAULT, Kind.PROJECT, "");
  private static final Write WRITE = write("ä k");
  private static final Document ALICE = new Document(WorkspaceId.DEFAULT, Kind.AGENT, "alice");

  @TempDir private Path temporary;
  private Path home;
  private MarkdownFolder folder;

  @Override
  protected MemoryStore newStore(InstantSource clock) {
    home = temporary.resolve("not/there/yet");
    folder = new MarkdownFolder(home, clock);
    return folder;
  }

  @ParameterizedTest
  @CsvSource({
    "default, PROJECT, '',      memory/project.md",
    "default, AGENT,   alice,   memory/agents/alice.md",
    "default, SUMMARY, s-1,     sessions/s-1/summary.md",
    "web,     PROJECT, '',      workspaces/web/memory/project.md",
    "web,     AGENT,   Alice.x, workspaces/web/memory/agents/Alice.x.md",
    "web,     SUMMARY, s-1,     workspaces/web/sessions/s-1/summary.md",
    "con,     AGENT,   Nul.x,   workspaces/con~/memory/agents/Nul~.x.md",
    "web,     SUMMARY, com1.,   workspaces/web/sessions/com1~.~/summary.md",
    "web,     AGENT,   console, workspaces/web/memory/agents/console.md",
  })
  void documents_lieWhereTheLayoutSays(String workspace, Kind kind, String name, String path)
      throws Exception {
    put(new Document(new WorkspaceId(workspace), kind, name), "ä\n");
    assertThat(files()).containsExactlyInAnyOrder(path, FolderLock.FILE);
    assertThat(Files.readString(home.resolve(path))).isEqualTo("ä\n");
  }

  @Test
  void read_ofAFolderThatIsAbsent_doesNotMakeIt() {
    assertThat(folder.read(PROJECT)).isEmpty();
    assertThat(home).doesNotExist();
  }

  @Test
  void keyedWrite_ofAProcessThatEndedBeforeTheDocument_isWrittenByItsRepeat() throws Exception {
    put(PROJECT, "x");
    keys().begin(PROJECT, WRITE, "x one");
    folder.update(PROJECT, before -> before.orElseThrow() + " other");
    assertThat(files()).doesNotContain(FolderKeys.NOTE);
    assertThat(folder.update(PROJECT, WRITE, before -> before.orElseThrow() + " one")).isTrue();
    assertThat(folder.read(PROJECT)).contains("x other one");
  }

  @Test
  void keyedWrite_ofAProcessThatEndedBehindTheDocument_isKnown() throws Exception {
    put(PROJECT, "x");
    keys().begin(PROJECT, WRITE, "x one");
    Files.writeString(home.resolve("memory/project.md"), "x one");
    folder.update(PROJECT, before -> before.orElseThrow() + " other");
    assertThat(folder.update(PROJECT, WRITE, before -> before.orElseThrow() + " one")).isFalse();
    assertThat(folder.read(PROJECT)).contains("x one other");
    assertThat(files()).doesNotContain(FolderKeys.NOTE);
  }

  @Test
  void noteThatIsNone_keepsNobodyFromWriting() throws Exception {
    put(PROJECT, "x");
    for (String note : new String[] {"", "half", "a\nb\nc\nd\ne\nf\ng\nh"}) {
      Files.writeString(home.resolve(FolderKeys.NOTE), note);
      put(PROJECT, "y" + note.length());
      assertThat(files()).doesNotContain(FolderKeys.NOTE);
    }
  }

  @Test
  void keysOfAnAgent_asManyAsAreKnown_areKnownAndTheOldestGoesWithOneMore() {
    MarkdownFolder few = new MarkdownFolder(home, InstantSource.system(), Duration.ofSeconds(9), 3);
    for (int i = 1; i <= 3; i++) {
      assertThat(few.update(ALICE, write("k" + i), before -> "e")).isTrue();
    }
    assertThat(few.update(ALICE, write("k1"), before -> "again")).isFalse();
    assertThat(few.update(ALICE, write("k4"), before -> "e")).isTrue();
    assertThat(few.update(ALICE, write("k2"), before -> "again")).isFalse();
    assertThat(few.update(ALICE, write("k1"), before -> "again")).isTrue();
  }

  private FolderKeys keys() {
    return new FolderKeys(
        home,
        InstantSource.system(),
        10,
        file -> Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty());
  }

  private static Write write(String key) {
    return new Write(new AgentId("alice"), new IdempotencyKey(key), "digest", "memory entry");
  }

  @Test
  void update_overAFileEditedByHand_seesIt() throws Exception {
    put(PROJECT, "by Parley");
    Files.writeString(home.resolve("memory/project.md"), "by hand");
    folder.update(PROJECT, before -> before.orElseThrow() + ", then by Parley");
    assertThat(folder.read(PROJECT)).contains("by hand, then by Parley");
  }

  @Test
  void update_whereAKilledProcessLeftAFile_takesItAway() throws Exception {
    put(PROJECT, "x");
    Files.writeString(home.resolve("memory/.project.md.1.parley-tmp"), "hal");
    Files.writeString(home.resolve("memory/.mine.tmp"), "of somebody");
    assertThat(folder.list(WorkspaceId.DEFAULT, Kind.PROJECT)).hasSize(1);
    put(PROJECT, "y");
    assertThat(files())
        .containsExactlyInAnyOrder("memory/project.md", "memory/.mine.tmp", FolderLock.FILE);
  }

  @Test
  void update_whereTheLockFileWasTakenAway_locksTheNewOne() throws Exception {
    put(PROJECT, "x");
    Files.delete(home.resolve(FolderLock.FILE));
    put(PROJECT, "y");
    assertThat(home.resolve(FolderLock.FILE)).exists();
    assertThat(folder.read(PROJECT)).contains("y");
  }

  /** As another application of the same server does, which has this class a second time. */
  @Test
  void update_whileTheLockIsHeldElsewhereInThisProcess_waitsForIt() throws Exception {
    put(PROJECT, "x");
    MarkdownFolder hasty = new MarkdownFolder(home, InstantSource.system(), Duration.ofMillis(20));
    try (FileChannel other =
        FileChannel.open(home.resolve(FolderLock.FILE), StandardOpenOption.WRITE)) {
      FileLock lock = other.lock();
      assertThat(refusedCode(() -> hasty.update(PROJECT, before -> "y")))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> put(PROJECT, "z"));
      assertThat(refusedCode(() -> hasty.update(PROJECT, before -> "y")))
          .isEqualTo(ProblemCode.UNAVAILABLE);
      assertThat(waits).isNotDone();
      assertThat(folder.read(PROJECT)).contains("x");
      lock.release();
      assertThat(waits).succeedsWithin(Duration.ofSeconds(20));
    }
    assertThat(folder.read(PROJECT)).contains("z");
  }

  @Test
  void update_throughTwoFoldersOverOneHome_losesNone() throws Exception {
    MarkdownFolder twin = new MarkdownFolder(home, InstantSource.system());
    AtOnce.run(
        20,
        index -> {
          MarkdownFolder mine = index % 2 == 0 ? folder : twin;
          mine.update(PROJECT, before -> before.orElse("") + "x");
          return index;
        });
    assertThat(folder.read(PROJECT)).contains("x".repeat(20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory",
        "memory/agents",
        "memory/agents/alice.md",
        "workspaces",
        "workspaces/web",
        "workspaces/web/memory",
        "sessions",
        "sessions/alice",
        "sessions/alice/summary.md"
      })
  void symbolicLink_outOfTheFolder_isRefusedAndNotListed(String at) throws Exception {
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    for (String path : List.of("alice.md", "summary.md", "agents/alice.md", "alice/summary.md")) {
      Files.createDirectories(outside.resolve(path).resolveSibling(""));
      Files.writeString(outside.resolve(path), "secret");
    }
    Path link = home.resolve(at);
    Files.createDirectories(link.resolveSibling(""));
    Files.createSymbolicLink(link, at.endsWith(".md") ? outside.resolve("alice.md") : outside);
    int refused = 0;
    for (WorkspaceId workspace : List.of(WorkspaceId.DEFAULT, new WorkspaceId("web"))) {
      for (Kind kind : List.of(Kind.AGENT, Kind.SUMMARY)) {
        Document document = new Document(workspace, kind, "alice");
        if (!link.startsWith(FolderPaths.folder(home, workspace, kind))
            && !FolderPaths.file(home, document).startsWith(link)) {
          continue;
        }
        refused++;
        assertThat(refusedCode(() -> folder.read(document)))
            .isEqualTo(ProblemCode.PERMISSION_DENIED);
        assertThat(refusedCode(() -> put(document, "x"))).isEqualTo(ProblemCode.PERMISSION_DENIED);
        if (FolderPaths.folder(home, workspace, kind).startsWith(link)) {
          assertThat(refusedCode(() -> folder.list(workspace, kind)))
              .isEqualTo(ProblemCode.PERMISSION_DENIED);
        } else {
          assertThat(folder.list(workspace, kind)).isEmpty();
        }
      }
    }
    assertThat(refused).isPositive();
    try (Stream<Path> all = Files.walk(outside)) {
      assertThat(all.filter(Files::isRegularFile).map(MarkdownFolderTest::text))
          .hasSize(4)
          .containsOnly("secret");
    }
  }

  @Test
  void home_thatIsASymbolicLink_isFollowed() throws Exception {
    Files.createDirectories(temporary.resolve("real"));
    Path link = Files.createSymbolicLink(temporary.resolve("link"), temporary.resolve("real"));
    MarkdownFolder through = new MarkdownFolder(link, InstantSource.system());
    through.update(PROJECT, before -> "x");
    assertThat(through.read(PROJECT)).contains("x");
    assertThat(through.list(WorkspaceId.DEFAULT, Kind.PROJECT)).hasSize(1);
    assertThat(temporary.resolve("real/memory/project.md")).hasContent("x");
  }

  @Test
  void list_besideFilesOfOthers_leavesThemOut() throws Exception {
    put(ALICE, "x");
    for (String file :
        List.of(
            ".gitkeep", "README", "notes.txt", "a b.md", ".hidden.md", "con.md", "x~.md", ".md")) {
      Files.writeString(home.resolve("memory/agents").resolve(file), "x");
    }
    Files.createDirectories(home.resolve("memory/agents/folder.md"));
    assertThat(names(Kind.AGENT)).containsExactly("alice");
    Files.createDirectories(home.resolve("sessions/without-summary"));
    Files.createDirectories(home.resolve("sessions/folder/summary.md"));
    Files.writeString(home.resolve("sessions/file"), "x");
    assertThat(names(Kind.SUMMARY)).isEmpty();
  }

  @Test
  void file_thatIsNoText_isUnavailableAndStays() throws Exception {
    put(ALICE, "x");
    Path file = home.resolve("memory/agents/alice.md");
    byte[] latin = {(byte) 0xE4, 'x'};
    Files.write(file, latin);
    assertThat(refusedCode(() -> folder.read(ALICE))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> put(ALICE, "y"))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(file).hasBinaryContent(latin);
  }

  @Test
  void file_thatGrewTooLargeByHand_isReadUpToFourBytesACharacter() throws Exception {
    put(ALICE, "x");
    Path file = home.resolve("memory/agents/alice.md");
    Files.writeString(file, "x".repeat(4 * MemoryStore.MAX_DOCUMENT));
    assertThat(folder.read(ALICE).orElseThrow()).hasSize(4 * MemoryStore.MAX_DOCUMENT);
    assertThat(refusedField(() -> folder.update(ALICE, text -> text.orElseThrow())))
        .isEqualTo("content");
    Files.writeString(file, "x".repeat(4 * MemoryStore.MAX_DOCUMENT + 1));
    assertThat(refusedCode(() -> folder.read(ALICE))).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void folder_thatIsAFile_isUnavailable() throws Exception {
    Files.createDirectories(home.resolveSibling(""));
    Files.writeString(home, "x");
    assertThat(refusedCode(() -> folder.read(PROJECT))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> put(PROJECT, "x"))).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void update_byAnInterruptedThread_isRefusedAndTheNextOnePasses() {
    put(PROJECT, "x");
    Thread.currentThread().interrupt();
    assertThat(refusedCode(() -> put(PROJECT, "y"))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder.read(PROJECT)).contains("x");
    put(PROJECT, "z");
    assertThat(folder.read(PROJECT)).contains("z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../x", "a/b", "a\\b", "~", "x\u0000", ".x", "a b"})
  void fileName_ofWhatIsNoName_isRefusedHereToo(String name) {
    assertThat(refusedField(() -> FolderPaths.fileName(name))).isEqualTo("name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/etc/passwd"})
  void path_thatLeadsOut_isRefusedHereToo(String path) {
    assertThat(refusedField(() -> FolderPaths.checked(home, home.resolve(path)))).isEqualTo("name");
  }

  private void put(Document document, String text) {
    folder.update(document, before -> text);
  }

  private List<String> names(Kind kind) {
    return folder.list(WorkspaceId.DEFAULT, kind).stream().map(Saved::name).toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
