package dev.parley.artifact;

import dev.parley.id.TaskId;
import dev.parley.problem.TextLimits;
import java.util.Optional;

/**
 * A deliverable that is not posted yet.
 *
 * @param name at most {@value #MAX_NAME} UTF-16 units; may be empty
 * @param type its kind
 * @param content at most {@value #MAX_CONTENT} UTF-16 units
 * @param task the task it comes from
 * @param fencingToken the claim of that task it is posted under
 * @param idempotencyKey a second one of the session under this key is the first one; at most
 *     {@value #MAX_KEY} UTF-16 units, and an empty one is none
 */
public record ArtifactDraft(
    String name,
    ArtifactType type,
    String content,
    Optional<TaskId> task,
    Optional<Long> fencingToken,
    Optional<String> idempotencyKey) {
  /** The most UTF-16 units of a name. */
  public static final int MAX_NAME = 256;

  /** The most UTF-16 units of a content. */
  public static final int MAX_CONTENT = 524_288;

  /** The most UTF-16 units of an idempotency key. */
  public static final int MAX_KEY = 256;

  /** Checks every bound; refused with {@code invalid_argument}. */
  public ArtifactDraft {
    TextLimits.text("name", name, MAX_NAME);
    TextLimits.text("content", content, MAX_CONTENT);
    idempotencyKey.ifPresent(key -> TextLimits.text("idempotency_key", key, MAX_KEY));
    idempotencyKey = idempotencyKey.filter(key -> !key.isEmpty());
  }

  /** A deliverable that belongs to no task. */
  public static ArtifactDraft of(String name, ArtifactType type, String content) {
    return new ArtifactDraft(
        name, type, content, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same, from {@code origin}. */
  public ArtifactDraft from(TaskId origin) {
    return new ArtifactDraft(
        name, type, content, Optional.of(origin), fencingToken, idempotencyKey);
  }

  /** The same, under the claim of its task known by {@code token}. */
  public ArtifactDraft under(long token) {
    return new ArtifactDraft(name, type, content, task, Optional.of(token), idempotencyKey);
  }

  /** The same, posted once however often it is sent under {@code key}. */
  public ArtifactDraft once(String key) {
    return new ArtifactDraft(name, type, content, task, fencingToken, Optional.of(key));
  }
}
