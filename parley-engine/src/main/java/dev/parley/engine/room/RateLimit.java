package dev.parley.engine.room;

import dev.parley.problem.InvalidArgument;
import java.util.function.LongSupplier;

/**
 * The rate limit of one connection's messages.
 *
 * @param perSecond the sustained rate a second; 0 means no limit
 * @param burst the number at once after a pause
 */
public record RateLimit(int perSecond, int burst) {
  /** No limit at all. */
  public static final RateLimit OFF = new RateLimit(0, 0);

  private static final int MAX_COUNT = 1_000_000;

  /** Checks the limits; refused with {@code invalid_argument}. */
  public RateLimit {
    boolean off = perSecond == 0 && burst == 0;
    if (!off && (perSecond < 1 || perSecond > MAX_COUNT || burst < 1 || burst > MAX_COUNT)) {
      throw InvalidArgument.refusal(
          "rate-limit", "rate and burst must both be 1 to " + MAX_COUNT + ", or the limit off");
    }
  }

  /** Makes a limit of {@code perSecond} sustained and {@code burst} at once. */
  public static RateLimit perSecond(int perSecond, int burst) {
    return new RateLimit(perSecond, burst);
  }

  /** Reads {@code 10:20} or {@code off}; refused with {@code invalid_argument}. */
  public static RateLimit parse(String text) {
    return parse("rate-limit", text);
  }

  /**
   * Reads {@code 10:20} or {@code off}; refused with {@code invalid_argument} naming the setting.
   */
  public static RateLimit parse(String setting, String text) {
    if (text.equals("off")) {
      return OFF;
    }
    int colon = text.indexOf(':');
    try {
      RateLimit read =
          new RateLimit(
              Integer.parseInt(text.substring(0, Math.max(0, colon))),
              Integer.parseInt(text.substring(colon + 1)));
      if (!read.equals(OFF)) {
        return read;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw InvalidArgument.refusal(
        setting, "it must be RATE:BURST, for example 10:20, or off; not " + text);
  }

  /** Makes a full bucket of this limit. */
  public TokenBucket newBucket() {
    return newBucket(System::nanoTime);
  }

  TokenBucket newBucket(LongSupplier nanos) {
    return new TokenBucket(perSecond, burst, nanos);
  }
}
