package dev.parley.artifact;

import dev.parley.id.TaskId;
import dev.parley.problem.TextLimits;
import java.util.Optional;

/**
 * An artifact that is not posted yet.
 *
 * @param name at most {@value #MAX_NAME} UTF-16 units; may be empty
 * @param type its type
 * @param content at most {@value #MAX_CONTENT} UTF-16 units
 * @param task the task it comes from
 * @param fencingToken the claim of that task under which it is posted
 * @param idempotencyKey a second artifact of the session under this key counts as the first one; at
 *     most {@value #MAX_KEY} UTF-16 units; an empty key counts as none
 */
public record ArtifactDraft(
    String name,
    ArtifactType type,
    String content,
    Optional<TaskId> task,
    Optional<Long> fencingToken,
    Optional<String> idempotencyKey) {
  /** The maximum length of a name in UTF-16 units. */
  public static final int MAX_NAME = 256;

  /** The maximum length of the content in UTF-16 units. */
  public static final int MAX_CONTENT = 524_288;

  /** The maximum length of an idempotency key in UTF-16 units. */
  public static final int MAX_KEY = 256;

  /** Checks every limit; refused with {@code invalid_argument}. */
  public ArtifactDraft {
    TextLimits.text("name", name, MAX_NAME);
    TextLimits.text("content", content, MAX_CONTENT);
    idempotencyKey.ifPresent(key -> TextLimits.text("idempotency_key", key, MAX_KEY));
    idempotencyKey = idempotencyKey.filter(key -> !key.isEmpty());
  }

  /** Makes a draft that belongs to no task. */
  public static ArtifactDraft of(String name, ArtifactType type, String content) {
    return new ArtifactDraft(
        name, type, content, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns the same draft, from task {@code origin}. */
  public ArtifactDraft from(TaskId origin) {
    return new ArtifactDraft(
        name, type, content, Optional.of(origin), fencingToken, idempotencyKey);
  }

  /** Returns the same draft, under the claim with fencing token {@code token}. */
  public ArtifactDraft under(long token) {
    return new ArtifactDraft(name, type, content, task, Optional.of(token), idempotencyKey);
  }

  /** Returns the same draft, posted once however often it is sent under {@code key}. */
  public ArtifactDraft once(String key) {
    return new ArtifactDraft(name, type, content, task, fencingToken, Optional.of(key));
  }
}
