package dev.parley.message;

import dev.parley.id.AgentId;
import java.util.Set;

/**
 * How far a message has got with one agent it is for.
 *
 * @param agent whom it is for
 * @param offered the ways it was handed over; empty: not yet
 * @param seen whether the agent has shown that it knows it: it acknowledged it or something later,
 *     or read on from after it
 */
public record Recipient(AgentId agent, Set<DeliveryChannel> offered, boolean seen) {

  /** How a message is handed over. */
  public enum DeliveryChannel {
    /** Pushed into an open stream, or told to a listener. */
    PUSH,
    /** The answer to a call that waits for whatever comes. */
    POLL,
    /** The answer to a call that reads. */
    READ
  }

  /** Copies the set. */
  public Recipient {
    offered = Set.copyOf(offered);
  }
}
