package dev.parley.war.wake;

import java.time.Instant;

/**
 * The work of an agent, as the hooks of its client report it.
 *
 * @param state working or idle
 * @param tool the tool it used last in this turn; empty where it used none
 * @param file the name of the file that tool worked on, without its folder; empty where there is
 *     none
 * @param since the time since which this holds
 */
public record AgentActivity(State state, String tool, String file, Instant since) {

  /** The states an agent can be in. */
  public enum State {
    /** A turn of its model runs. */
    WORKING,
    /** Its turn has ended. */
    IDLE
  }
}
