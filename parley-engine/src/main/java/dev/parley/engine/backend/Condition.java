package dev.parley.engine.backend;

/** The ability of a store of topics to say how it is. */
public interface Condition {

  /** Asks the store now, and waits for its answer for at most some seconds. */
  boolean isReachable();

  /** How many posts were begun here that the store has not confirmed. */
  default int unconfirmed() {
    return 0;
  }
}
