package dev.parley.spi;

/**
 * The ability of a {@link MessageBackend} to report its state. A backend without it counts as
 * reachable.
 */
public interface HealthAware {

  /** Asks the backend now, and waits for its answer for at most some seconds. */
  boolean isReachable();

  /** The number of posts that were begun here and that the backend has not confirmed. */
  default int unconfirmed() {
    return 0;
  }
}
