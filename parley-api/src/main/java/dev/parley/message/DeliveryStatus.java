package dev.parley.message;

import dev.parley.id.MessageId;
import java.util.List;

/**
 * Where a message is that was stored. What happens on this node is known at once, what happens on
 * another about a second later; nothing is claimed before it has happened.
 *
 * @param id the message
 * @param seq its position
 * @param recipients the agents it is for, by their names; its sender is none of them
 */
public record DeliveryStatus(MessageId id, long seq, List<Recipient> recipients) {

  /** Copies the list. */
  public DeliveryStatus {
    recipients = List.copyOf(recipients);
  }
}
