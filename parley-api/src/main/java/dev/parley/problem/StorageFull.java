package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The disk of the server, or of its database, has no room left. Nothing was changed, and what is
 * there can be read. It ends by itself when there is room again.
 *
 * @param retryAfter when to try again
 */
public record StorageFull(Duration retryAfter) implements Problem {
  /** The usual: room is made by people, which takes a while. */
  public static final StorageFull DEFAULT = new StorageFull(Duration.ofSeconds(10));

  @Override
  public ProblemCode code() {
    return ProblemCode.STORAGE_FULL;
  }

  @Override
  public String message() {
    return "The disk of the server is full; nothing was changed. Reading goes on. Tell whoever runs"
        + " the server, and try again when there is room.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("reason", "disk_full", "retryAfterMs", retryAfter.toMillis());
  }
}
