package dev.parley.war.wake;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The end of a wake test.
 *
 * @param agent the agent that was tested
 * @param reached whether its model answered
 * @param by the rung that carried the nonce, or began the turn, before the answer
 * @param offered the rungs that were tried, in order
 * @param time from the start to the answer, or to the end of the test
 * @param evidence the sign of the model that counts
 * @param reach the reach after the test
 * @param hint the reason and the remedy where it was not reached; else empty
 */
public record WakeTestResult(
    String agent,
    boolean reached,
    Optional<Rung> by,
    List<Rung> offered,
    Duration time,
    Evidence evidence,
    Reach reach,
    String hint) {

  /** A sign of the model that followed the hand-out of a nonce. */
  public enum Evidence {
    /** The model called the tool with the nonce. */
    ECHO,
    /** The model called another tool. */
    CALL,
    /** The turn went on. */
    TURN,
    /** No sign came. */
    NONE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name on the wire. */
    public String wireName() {
      return wireName;
    }
  }

  /** Copies the list. */
  public WakeTestResult {
    offered = List.copyOf(offered);
  }
}
