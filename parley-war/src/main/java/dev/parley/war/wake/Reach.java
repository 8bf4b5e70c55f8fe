package dev.parley.war.wake;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The way to the model of an agent at this moment, and the evidence that it works.
 *
 * @param state the sum of it
 * @param by the proven rungs where there are any; else those that are open
 * @param age the time since the last evidence; empty where there is none
 */
public record Reach(State state, List<Rung> by, Optional<Duration> age) {
  /** Nothing is known here: another node has the connection, or it is not an MCP session. */
  static final Reach UNKNOWN = new Reach(State.UNKNOWN, List.of(), Optional.empty());

  /** The agent has no open connection. */
  static final Reach GONE = new Reach(State.UNREACHABLE, List.of(), Optional.empty());

  /** The states of a reach. */
  public enum State {
    /** A rung is open that the model has answered lately. */
    PROVEN,
    /** A rung is open; nothing shows that it works. */
    UNPROVEN,
    /** No rung is open: the model hears of a message when it calls a tool. */
    ASLEEP,
    /** The client is away, or the last wake test got no answer and nothing was heard since. */
    UNREACHABLE,
    /** Nothing is known of it at this node. */
    UNKNOWN;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Returns the name on the wire. */
    public String wireName() {
      return wireName;
    }
  }

  /** Copies the list. */
  public Reach {
    by = List.copyOf(by);
  }
}
