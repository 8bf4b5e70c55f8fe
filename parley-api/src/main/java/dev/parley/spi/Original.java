package dev.parley.spi;

import dev.parley.problem.TextLimits;
import java.time.Instant;

/**
 * A message in another system, of which a {@link LocalLog} has a copy.
 *
 * @param id the id that the other system gave it, unique in its topic: 1 to {@value #MAX_ID} UTF-16
 *     units
 * @param sentAt the time that the other system gave it
 */
public record Original(String id, Instant sentAt) {
  /** The maximum length of an id in UTF-16 units. */
  public static final int MAX_ID = 256;

  /** Checks the length; refused with {@code invalid_argument}. */
  public Original {
    TextLimits.text("id", id, MAX_ID);
  }
}
