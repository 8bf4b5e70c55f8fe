package dev.parley.spi;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The storage of memory: whole documents by their names. The meaning of a document is known above
 * it only.
 *
 * <p>All methods may be called from any thread. A store that cannot be reached throws {@link
 * dev.parley.problem.ParleyException} with {@code unavailable}, and nothing was changed.
 */
public interface MemoryStore {
  /** The most UTF-16 units of a document. */
  int MAX_DOCUMENT = 1_000_000;

  /** The subject of a document. */
  enum Kind {
    /** The project's memory; there is one, and its name is empty. */
    PROJECT,
    /** An agent's memory, by the agent's name. */
    AGENT,
    /** The summary of a session, by the session's name. */
    SUMMARY
  }

  /**
   * The name of a document. Names that differ only in case are different documents.
   *
   * @param workspace whose it is
   * @param kind what it is about
   * @param name empty for the project; else of an agent or a session, 1 to 128 letters, digits,
   *     {@code _}, {@code -} and {@code .}, not beginning with a dot
   */
  record Document(WorkspaceId workspace, Kind kind, String name) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}");

    /** Checks the form, so that no name can lead out of a store: {@code invalid_argument}. */
    public Document {
      if (kind != Kind.PROJECT) {
        InvalidArgument.unlessMatches(
            "name",
            name,
            FORM,
            "1 to 128 letters, digits, underscores, hyphens or dots, not beginning with a dot");
      } else if (!name.isEmpty()) {
        throw InvalidArgument.refusal("name", "the project has one document, without a name");
      }
    }
  }

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
   * Replaces the document by the result of {@code change}. Of several calls at once, each sees the
   * result of the one before it. Returns when the document is stored for good. Where {@code change}
   * throws, nothing was changed.
   *
   * @param change from the content of the document, empty where it was never written, to its new
   *     content; it may be called more than once, while others wait, and must not call the store
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} on {@code content} where
   *     the document would have more than {@value #MAX_DOCUMENT} UTF-16 units, or would be no text:
   *     U+0000 or half of a surrogate pair
   */
  void update(Document document, Function<Optional<String>, String> change);

  /** The documents of {@code kind} in {@code workspace}, in no particular order. */
  List<Saved> list(WorkspaceId workspace, Kind kind);
}
