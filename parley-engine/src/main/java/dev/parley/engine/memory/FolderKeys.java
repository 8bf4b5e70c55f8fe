package dev.parley.engine.memory;

import dev.parley.engine.id.Sha256;
import dev.parley.engine.logging.Masking;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.KeyReused;
import dev.parley.problem.ParleyException;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The idempotency keys of writes to a folder: a file for each agent with its last keys, oldest
 * first. Used under the {@link FolderLock} alone.
 *
 * <p>A document and its key are two files. A note of the write is therefore written before both,
 * and removed after both. Where a process ends in between, the next writer finds the note and sees
 * from the document's text whether it was written.
 */
final class FolderKeys {
  private static final System.Logger LOG = System.getLogger(FolderKeys.class.getName());

  /** The name of the note of a write under way, below the home. */
  static final String NOTE = ".parley-write";

  private static final String FOLDER = ".parley-keys";
  private static final int NOTE_LINES = 8;
  private static final int KEY_FIELDS = 4;

  /** Reads a whole file; empty where there is none. */
  @FunctionalInterface
  interface Reading {
    Optional<String> of(Path file) throws IOException;
  }

  private final Path home;
  private final InstantSource clock;
  private final int max;
  private final Reading reading;

  /** Makes the keys below {@code home}, the last {@code max} of each agent. */
  FolderKeys(Path home, InstantSource clock, int max, Reading reading) {
    this.home = home;
    this.clock = clock;
    this.max = max;
    this.reading = reading;
  }

  /**
   * Returns true if the agent has used this key for this write before.
   *
   * @throws ParleyException {@code key_reused} where it was another write
   */
  boolean has(Document document, Write write) throws IOException {
    String key = encoded(write.key().value());
    for (String line : lines(file(document.workspace(), write.agent()))) {
      String[] fields = line.split(" ", KEY_FIELDS);
      if (fields.length == KEY_FIELDS && fields[0].equals(key)) {
        if (!fields[1].equals(write.digest())) {
          String name = decoded(fields[2]);
          throw new ParleyException(
              new KeyReused(write.key().value(), fields[3], name.isEmpty() ? "project" : name));
        }
        return true;
      }
    }
    return false;
  }

  /** Writes the note that {@code document} is about to become {@code after}. */
  void begin(Document document, Write write, String after) throws IOException {
    String note =
        String.join(
            "\n",
            document.workspace().value(),
            document.kind().name(),
            document.name(),
            Sha256.hex(after),
            write.agent().value(),
            encoded(write.key().value()),
            write.digest(),
            write.what());
    FileWriting.replace(note(), note, clock.instant());
  }

  /** Adds the key of a written document, and drops the oldest one past the limit. */
  void finish(Document document, Write write) throws IOException {
    Path file = file(document.workspace(), write.agent());
    List<String> lines = new ArrayList<>(lines(file));
    String name = encoded(document.name());
    lines.add(String.join(" ", encoded(write.key().value()), write.digest(), name, write.what()));
    List<String> last = lines.subList(Math.max(0, lines.size() - max), lines.size());
    FileWriting.makeFolder(file.resolveSibling(""));
    FileWriting.replace(file, String.join("\n", last), clock.instant());
    Files.deleteIfExists(note());
  }

  /** Completes the write of a process that ended within it; does nothing where there is none. */
  void settle() throws IOException {
    Path note = note();
    if (!Files.exists(note)) {
      return;
    }
    try {
      settle(reading.of(note).orElse("").split("\n", -1));
    } catch (ParleyException | IllegalArgumentException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The file {0} is not a note of Parley''s; deleting it.",
          note);
      LOG.log(
          System.Logger.Level.DEBUG,
          "Reading the note of an unfinished write failed.",
          Masking.trace(e));
    }
    Files.deleteIfExists(note);
  }

  private void settle(String[] fields) throws IOException {
    if (fields.length == NOTE_LINES) {
      Document document =
          new Document(new WorkspaceId(fields[0]), Kind.valueOf(fields[1]), fields[2]);
      Write write =
          new Write(
              new AgentId(fields[4]), new IdempotencyKey(decoded(fields[5])), fields[6], fields[7]);
      Optional<String> now =
          reading.of(FolderPaths.checked(home, FolderPaths.file(home, document)));
      if (now.map(Sha256::hex).equals(Optional.of(fields[3])) && !has(document, write)) {
        finish(document, write);
      }
    }
  }

  private Path note() throws IOException {
    return FolderPaths.checked(home, home.resolve(NOTE));
  }

  private Path file(WorkspaceId workspace, AgentId agent) throws IOException {
    Path folder = FolderPaths.folder(home, workspace, Kind.PROJECT).resolve(FOLDER);
    return FolderPaths.checked(home, folder.resolve(FolderPaths.fileName(agent.value())));
  }

  private List<String> lines(Path file) throws IOException {
    return reading.of(file).map(text -> List.of(text.split("\n"))).orElse(List.of());
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
