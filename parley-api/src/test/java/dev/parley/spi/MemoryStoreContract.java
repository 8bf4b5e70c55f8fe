package dev.parley.spi;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static dev.parley.spi.MemoryStore.MAX_DOCUMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import dev.parley.id.WorkspaceId;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import dev.parley.spi.MemoryStore.Saved;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link MemoryStore} promises. A store's test extends this and says how one is made;
 * the names of the methods are the rules.
 */
public abstract class MemoryStoreContract {
  private static final WorkspaceId OTHER = new WorkspaceId("other");
  private static final Document PROJECT = new Document(WorkspaceId.DEFAULT, Kind.PROJECT, "");
  private static final Instant NINE = Instant.parse("2026-03-14T09:00:00Z");
  private static final int WRITERS = 50;

  private Instant now = NINE;
  private MemoryStore store;

  /** A store that holds nothing and takes its times from {@code clock}. */
  protected abstract MemoryStore newStore(InstantSource clock) throws Exception;

  /** Takes away what {@link #newStore} made. */
  protected void dispose() throws Exception {}

  @BeforeEach
  final void make() throws Exception {
    now = NINE;
    store = newStore(() -> now);
  }

  @AfterEach
  final void takeAway() throws Exception {
    dispose();
  }

  @ParameterizedTest
  @EnumSource
  void read_ofWhatWasNeverWritten_isEmpty(Kind kind) {
    assertThat(store.read(of(kind))).isEmpty();
    assertThat(store.list(WorkspaceId.DEFAULT, kind)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Memory\n\n## a\n\nb\n",
        "",
        "\n",
        " ",
        "  no end of line",
        "\n\n\nblank around\n\n\n",
        "carriage\r\nreturns\r\nand one\ralone",
        "ä€😀 \u200B \u0001 \\ ' \" % _ ${longtext}",
        "\uFEFFa byte order mark"
      })
  void read_afterAnUpdate_isEachCharacterOfIt(String text) {
    for (Kind kind : Kind.values()) {
      put(of(kind), text);
      assertThat(store.read(of(kind))).contains(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void update_seesWhatTheOneBeforeItWrote(Kind kind) {
    List<Optional<String>> seen = new ArrayList<>();
    for (String text : List.of("one", "two", "three")) {
      store.update(
          of(kind),
          before -> {
            seen.add(before);
            return text;
          });
    }
    assertThat(seen).containsExactly(Optional.empty(), Optional.of("one"), Optional.of("two"));
    assertThat(store.read(of(kind))).contains("three");
  }

  @Test
  void update_thatThrows_changesNothing() {
    for (int round = 0; round < 2; round++) {
      Optional<String> before = store.read(PROJECT);
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  store.update(
                      PROJECT,
                      text -> {
                        throw new IllegalStateException("no");
                      }));
      assertThat(store.read(PROJECT)).isEqualTo(before);
      put(PROJECT, "something");
    }
  }

  @Test
  void update_ofOneDocumentByManyAtOnce_losesNone() throws Exception {
    AtOnce.run(
        WRITERS,
        index -> {
          store.update(PROJECT, before -> before.orElse("") + "line " + index + "\n");
          return index;
        });
    assertThat(store.read(PROJECT).orElseThrow().lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WRITERS).mapToObj(index -> "line " + index).toList());
  }

  @Test
  void update_ofManyDocumentsAtOnce_mixesNone() throws Exception {
    AtOnce.run(
        WRITERS,
        index -> {
          put(agent("agent-" + index), "of agent " + index);
          return index;
        });
    for (int index = 0; index < WRITERS; index++) {
      assertThat(store.read(agent("agent-" + index))).contains("of agent " + index);
    }
    assertThat(store.list(WorkspaceId.DEFAULT, Kind.AGENT)).hasSize(WRITERS);
  }

  @Test
  void read_whileItIsWritten_neverSeesHalf() throws Exception {
    Set<String> whole = Set.of("a".repeat(300_000), "b".repeat(200_000));
    put(PROJECT, whole.iterator().next());
    AtomicBoolean writing = new AtomicBoolean(true);
    AtOnce.run(
        3,
        index -> {
          if (index == 0) {
            for (int round = 0; round < 20; round++) {
              whole.forEach(text -> put(PROJECT, text));
            }
            writing.set(false);
          }
          do {
            assertThat(whole.contains(store.read(PROJECT).orElseThrow())).as("whole").isTrue();
          } while (writing.get());
          return index;
        });
  }

  @Test
  void documents_ofAnotherWorkspaceKindOrName_areOthers() {
    List<Document> all =
        List.of(
            PROJECT,
            new Document(OTHER, Kind.PROJECT, ""),
            agent("alice"),
            agent("alice-2"),
            agent("Alice"),
            agent("ALICE"),
            new Document(OTHER, Kind.AGENT, "alice"),
            new Document(WorkspaceId.DEFAULT, Kind.SUMMARY, "alice"),
            new Document(OTHER, Kind.SUMMARY, "alice"));
    all.forEach(document -> put(document, document.toString()));
    assertThat(all)
        .allSatisfy(document -> assertThat(store.read(document)).contains(document.toString()));
    assertThat(names(WorkspaceId.DEFAULT, Kind.AGENT))
        .containsExactlyInAnyOrder("alice", "alice-2", "Alice", "ALICE");
    assertThat(names(OTHER, Kind.AGENT)).containsExactly("alice");
    assertThat(names(OTHER, Kind.SUMMARY)).containsExactly("alice");
    assertThat(names(OTHER, Kind.PROJECT)).containsExactly("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "con",
        "NUL",
        "com1",
        "lpt9.x",
        "aux.md",
        "a.",
        "a..b",
        "a.md",
        "-",
        "--all",
        "_",
        "0",
        "project",
        "summary.md",
        "workspaces",
        "memory"
      })
  void names_thatMeanSomethingToAFileSystem_areNamesLikeOthers(String name) {
    for (Kind kind : List.of(Kind.AGENT, Kind.SUMMARY)) {
      put(new Document(WorkspaceId.DEFAULT, kind, name), kind + " " + name);
      put(new Document(new WorkspaceId("con"), kind, name), "another");
      assertThat(names(WorkspaceId.DEFAULT, kind)).containsExactly(name);
      assertThat(store.read(new Document(WorkspaceId.DEFAULT, kind, name)))
          .contains(kind + " " + name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "..", "../x", "x/../y", "a/b", "/etc/passwd", "\\x", "a\\..\\b", "..\\x",
            ".hidden",
        "c:x", "x\n", "x\u0000", "x y", "%2e%2e", "~", "~root", "$HOME", "é", "x*", "\u2025/x"
      })
  void name_thatLeadsElsewhere_isRefused(String name) {
    for (Kind kind : List.of(Kind.AGENT, Kind.SUMMARY)) {
      assertThat(refusedField(() -> put(new Document(WorkspaceId.DEFAULT, kind, name), "x")))
          .isEqualTo("name");
      assertThat(store.list(WorkspaceId.DEFAULT, kind)).isEmpty();
    }
  }

  @Test
  void name_ofTheProject_isEmpty() {
    assertThat(
            refusedField(
                () -> store.read(new Document(WorkspaceId.DEFAULT, Kind.PROJECT, "project"))))
        .isEqualTo("name");
  }

  @Test
  void name_ofTheGreatestLength_isKeptAndOnePastItRefused() {
    String longest = "N".repeat(128);
    for (Kind kind : List.of(Kind.AGENT, Kind.SUMMARY)) {
      Document document = new Document(new WorkspaceId("w".repeat(64)), kind, longest);
      put(document, "x");
      assertThat(store.read(document)).contains("x");
      assertThat(names(document.workspace(), kind)).containsExactly(longest);
      assertThat(refusedField(() -> new Document(OTHER, kind, longest + "N"))).isEqualTo("name");
    }
  }

  @Test
  void document_ofTheGreatestLength_isKeptAndOnePastItRefused() {
    for (String unit : List.of("x", "€")) {
      String longest = unit.repeat(MAX_DOCUMENT);
      put(PROJECT, longest);
      var problem = refused(() -> put(PROJECT, longest + "y"));
      assertThat(problem.details())
          .containsEntry("field", "content")
          .containsEntry("limit", MAX_DOCUMENT)
          .containsEntry("length", MAX_DOCUMENT + 1);
      assertThat(store.read(PROJECT).orElseThrow().equals(longest)).as("as before").isTrue();
    }
  }

  @Test
  void document_thatIsNoText_isRefused() {
    put(PROJECT, "before");
    for (String noText : List.of("a\u0000b", "a\uD83D", "\uDE00a")) {
      assertThat(refusedField(() -> put(PROJECT, noText))).isEqualTo("content");
    }
    assertThat(store.read(PROJECT)).contains("before");
  }

  @ParameterizedTest
  @EnumSource
  void list_saysWhenEachWasLastWritten_inMilliseconds(Kind kind) {
    now = NINE.plusNanos(123_987_654);
    put(of(kind), "x");
    Instant first = NINE.plusMillis(123);
    assertThat(store.list(WorkspaceId.DEFAULT, kind))
        .containsExactly(new Saved(of(kind).name(), first));
    now = NINE.plusSeconds(3600);
    put(of(kind), "x");
    assertThat(store.list(WorkspaceId.DEFAULT, kind))
        .containsExactly(new Saved(of(kind).name(), now));
  }

  private static Document of(Kind kind) {
    return new Document(WorkspaceId.DEFAULT, kind, kind == Kind.PROJECT ? "" : "somebody");
  }

  private static Document agent(String name) {
    return new Document(WorkspaceId.DEFAULT, Kind.AGENT, name);
  }

  private void put(Document document, String text) {
    store.update(document, before -> text);
  }

  private List<String> names(WorkspaceId workspace, Kind kind) {
    return store.list(workspace, kind).stream().map(Saved::name).toList();
  }
}
