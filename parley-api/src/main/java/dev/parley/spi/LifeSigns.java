package dev.parley.spi;

import java.time.Duration;

/**
 * The knowledge a transport has of the program at its other end. A connection with such knowledge
 * counts as present while the last sign of life is younger than the presence TTL, and becomes
 * present again with the next. A connection without it is present as long as it is open.
 *
 * <p>All methods may be called from any thread.
 */
public interface LifeSigns {

  /** The time since the last sign of life. Answers at once. */
  Duration silence();

  /**
   * Returns true if a transport to the other end is open. May probe it, for a quarter of a second
   * at most.
   */
  boolean isReachable();
}
