package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.text.Normalizer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A message to one agent of a session, or to all of them, that has no number yet.
 *
 * @param to the recipient; empty: everyone
 * @param content at most {@value #MAX_CONTENT} UTF-16 units; may be empty
 * @param thread the conversation it belongs to: 1 to 256 letters, digits, underscores or hyphens
 * @param metadata additional data, by keys that are not {@link #isReserved reserved} unless the
 *     server wrote it: at most {@value #MAX_ENTRIES} entries, keys of at most {@value #MAX_KEY},
 *     values of at most {@value #MAX_VALUE} UTF-16 units
 * @param idempotencyKey a second message of the same sender under this key counts as the first one;
 *     at most {@value #MAX_IDEMPOTENCY_KEY} UTF-16 units; an empty key counts as none
 */
public record SessionMessageDraft(
    Optional<AgentId> to,
    String content,
    Optional<String> thread,
    Map<String, String> metadata,
    Optional<String> idempotencyKey) {
  /** The maximum length of the content in UTF-16 units. */
  public static final int MAX_CONTENT = 65_536;

  /** The maximum number of metadata entries. */
  public static final int MAX_ENTRIES = 20;

  /** The maximum length of a metadata key in UTF-16 units. */
  public static final int MAX_KEY = 64;

  /** The maximum length of a metadata value in UTF-16 units. */
  public static final int MAX_VALUE = 1_024;

  /** The maximum length of an idempotency key in UTF-16 units. */
  public static final int MAX_IDEMPOTENCY_KEY = 256;

  /**
   * The beginning of the metadata keys that the server alone writes, in its messages about events.
   */
  public static final String RESERVED = "parley.";

  /**
   * The key of the kind of event that a message is about: {@code review_verdict}, {@code
   * task_assigned}, {@code task_reassigned}, {@code task_released}, {@code task_closed} or {@code
   * task_changed}.
   */
  public static final String EVENT = RESERVED + "event";

  /** The form of a thread's name, as a regular expression. */
  public static final String THREAD_PATTERN = "^[a-zA-Z0-9_-]{1,256}$";

  private static final Pattern NOT_IN_KEYS = Pattern.compile("[^\\p{L}\\p{N}.]+");
  private static final Pattern THREAD = Pattern.compile("[a-zA-Z0-9_-]{1,256}");

  /** Checks every limit, and copies the map; refused with {@code invalid_argument}. */
  public SessionMessageDraft {
    TextLimits.text("content", content, MAX_CONTENT);
    thread.ifPresent(
        name ->
            InvalidArgument.unlessMatches(
                "thread_id", name, THREAD, "1 to 256 letters, digits, underscores or hyphens"));
    TextLimits.count("metadata", metadata.size(), MAX_ENTRIES);
    metadata.forEach(
        (key, value) -> {
          TextLimits.text("metadata", key, MAX_KEY);
          TextLimits.text("metadata", value, MAX_VALUE);
        });
    idempotencyKey.ifPresent(key -> TextLimits.text("idempotency_key", key, MAX_IDEMPOTENCY_KEY));
    idempotencyKey = idempotencyKey.filter(key -> !key.isEmpty());
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /**
   * Returns true if {@code key} is for the server alone: it begins with {@value #RESERVED}, in
   * small or capital letters, apart from blanks and other characters that are no letters, digits or
   * full stops.
   */
  public static boolean isReserved(String key) {
    String plain = Normalizer.normalize(key, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return NOT_IN_KEYS.matcher(plain).replaceAll("").startsWith(RESERVED);
  }

  /** Makes a message to everyone in the session. */
  public static SessionMessageDraft broadcast(String content) {
    return new SessionMessageDraft(
        Optional.empty(), content, Optional.empty(), Map.of(), Optional.empty());
  }

  /** Makes a message to {@code to} alone. */
  public static SessionMessageDraft direct(AgentId to, String content) {
    return new SessionMessageDraft(
        Optional.of(to), content, Optional.empty(), Map.of(), Optional.empty());
  }

  /** Returns the same draft in the conversation {@code name}. */
  public SessionMessageDraft in(String name) {
    return new SessionMessageDraft(to, content, Optional.of(name), metadata, idempotencyKey);
  }

  /** Returns the same draft with the metadata {@code entries}. */
  public SessionMessageDraft with(Map<String, String> entries) {
    return new SessionMessageDraft(to, content, thread, entries, idempotencyKey);
  }

  /** Returns the same draft, accepted once however often it is sent under {@code key}. */
  public SessionMessageDraft once(String key) {
    return new SessionMessageDraft(to, content, thread, metadata, Optional.of(key));
  }
}
