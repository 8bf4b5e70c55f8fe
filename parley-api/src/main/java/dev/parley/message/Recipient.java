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
 * @param answered whether the agent has sent something after it: in the room, unless in reply to
 *     another message; in the session, to its sender or to all. The {@value #MAX_LOOKED_AT}
 *     messages after it are looked at.
 */
public record Recipient(
    AgentId agent, Set<DeliveryChannel> offered, boolean seen, boolean answered) {

  /** The messages after one that are looked at for an answer. */
  public static final int MAX_LOOKED_AT = 500;

  /** A way a message is delivered. */
  public enum DeliveryChannel {
    /** Pushed into an open stream, or passed to a listener. */
    PUSH,
    /** The result of a call that waits for any message. */
    POLL,
    /** The result of a call that reads. */
    READ,
    /** Handed out by a hook of the client, or with a wake. */
    HOOK
  }

  /** Makes the status for an agent that has not answered. */
  public Recipient(AgentId agent, Set<DeliveryChannel> offered, boolean seen) {
    this(agent, offered, seen, false);
  }

  /** Returns the same status with {@code answered}. */
  public Recipient answered(boolean now) {
    return new Recipient(agent, offered, seen, now);
  }

  /** Copies the set. */
  public Recipient {
    offered = Set.copyOf(offered);
  }
}
