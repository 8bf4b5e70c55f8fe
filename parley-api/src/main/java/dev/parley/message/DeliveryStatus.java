package dev.parley.message;

import dev.parley.id.MessageId;
import java.util.List;

/**
 * The delivery status of a stored message, per recipient. Deliveries on this node are visible at
 * once, those on another node about a second later. Nothing is claimed before it has happened.
 *
 * @param id the message
 * @param seq its number in the topic
 * @param recipients the agents the message is for, by name; its sender is not among them
 */
public record DeliveryStatus(MessageId id, long seq, List<Recipient> recipients) {

  /** Copies the list. */
  public DeliveryStatus {
    recipients = List.copyOf(recipients);
  }
}
