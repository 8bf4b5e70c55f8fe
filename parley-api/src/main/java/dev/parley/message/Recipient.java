package dev.parley.message;

import dev.parley.id.AgentId;
import java.util.Set;

/**
 * The delivery status of a message for one agent.
 *
 * @param agent the recipient
 * @param offered the channels it was delivered over; empty: not delivered yet
 * @param seen whether the agent has shown that it knows the message: it acknowledged it or a later
 *     one, or read on from after it
 */
public record Recipient(AgentId agent, Set<DeliveryChannel> offered, boolean seen) {

  /** A way a message is delivered. */
  public enum DeliveryChannel {
    /** Pushed into an open stream, or passed to a listener. */
    PUSH,
    /** The result of a call that waits for any message. */
    POLL,
    /** The result of a call that reads. */
    READ
  }

  /** Copies the set. */
  public Recipient {
    offered = Set.copyOf(offered);
  }
}
