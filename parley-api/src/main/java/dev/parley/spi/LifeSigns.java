package dev.parley.spi;

import java.time.Duration;

/**
 * What a transport knows of the program at its other end. A connection that has one counts as
 * present while the last sign of life is younger than the presence TTL, and becomes present again
 * with the next; without one it is present as long as it is open.
 *
 * <p>All methods may be called from any thread.
 */
public interface LifeSigns {

  /** The time since the last sign of life. Answers at once. */
  Duration silence();

  /**
   * Whether a transport to the other end is open. May try it out, for a quarter of a second at
   * most.
   */
  boolean isReachable();
}
