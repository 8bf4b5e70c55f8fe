package dev.parley.war.wake;

import dev.parley.agent.Connection;
import java.time.Duration;

/** A connection whose model may be reached. */
public interface Reachable {

  /** Returns the connection. */
  Connection connection();

  /** Returns the desk where its messages wait. */
  WakeDesk desk();

  /**
   * Returns true if its client is there, as far as the transport can see.
   *
   * @param probed whether to write to its streams first, which takes up to 200 ms
   */
  boolean isThere(boolean probed);

  /** Returns true if its model has the tool that echoes a nonce. */
  boolean echoes();

  /** Returns the time since the last sign of life of its client. */
  Duration silence();
}
