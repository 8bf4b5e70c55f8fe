package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The disk of the server, or of its database, is full. Nothing was changed, and stored data can be
 * read. The refusals end once there is room again.
 *
 * @param retryAfter the time until the next try
 */
public record StorageFull(Duration retryAfter) implements Problem {
  /** The default: people have to make room, which takes a while. */
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
