package dev.parley.spi;

import dev.parley.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where memory is kept: whole documents by their names. What a document means is known above it.
 *
 * <p>All methods may be called from any thread. A store that is away throws {@link
 * dev.parley.ParleyException} with {@code unavailable}, and nothing was changed.
 */
public interface MemoryStore {

  /** What a document is about. */
  enum Kind {
    /** The project's memory; there is one, and its name is empty. */
    PROJECT,
    /** An agent's memory, by the agent's name. */
    AGENT,
    /** The summary of a session, by the session's name. */
    SUMMARY
  }

  /**
   * The name of a document.
   *
   * @param workspace whose it is
   * @param kind what it is about
   * @param name of an agent or a session; letters, digits, {@code _}, {@code -} and {@code .}, not
   *     beginning with a dot
   */
  record Document(WorkspaceId workspace, Kind kind, String name) {}

  /**
   * A document that is there.
   *
   * @param name its name
   * @param savedAt when it was last written, cut to milliseconds
   */
  record Saved(String name, Instant savedAt) {}

  /** The whole document; empty where it was never written. Never half of a write. */
  Optional<String> read(Document document);

  /**
   * Puts what {@code change} makes of the document in its place. Of several that do so at once,
   * each sees what the one before it wrote. Returns when it is kept for good. Where {@code change}
   * throws, nothing was changed; it may be called more than once.
   *
   * @param change from what the document is, empty where it was never written, to what it becomes
   */
  void update(Document document, Function<Optional<String>, String> change);

  /** The documents of {@code kind} in {@code workspace}, in no particular order. */
  List<Saved> list(WorkspaceId workspace, Kind kind);
}
