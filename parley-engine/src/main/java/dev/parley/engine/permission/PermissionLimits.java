package dev.parley.engine.permission;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.time.Duration;

/**
 * The limits of permission requests. Those of the number are refused with {@code limit_reached}.
 *
 * @param open the open requests of one workspace, 1 to {@value #MAX_OPEN}, so that a list has all
 * @param ofAgent the open requests of one agent, 1 to {@value #MAX_OPEN}
 * @param timeout the time after which a request expires, a second to a day
 */
public record PermissionLimits(int open, int ofAgent, Duration timeout) {
  /** The largest number of open requests that can be set. */
  public static final int MAX_OPEN = 200;

  /** The shortest time after which requests can be set to expire. */
  public static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);

  /** The longest time after which requests can be set to expire. */
  public static final Duration MAX_TIMEOUT = Duration.ofDays(1);

  /** The default limits. */
  public static final PermissionLimits DEFAULT =
      new PermissionLimits(100, 10, Duration.ofMinutes(15));

  /** Checks the bounds; refused with {@code invalid_argument}. */
  public PermissionLimits {
    TextLimits.range("max-permissions", open, 1, MAX_OPEN);
    TextLimits.range("max-permissions-each", ofAgent, 1, MAX_OPEN);
    if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw InvalidArgument.refusal("permission-timeout", "it must be 1 second to 1 day");
    }
  }
}
