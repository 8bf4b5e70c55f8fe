package dev.parley.message;

import java.util.List;

/**
 * Some messages of a topic, in order.
 *
 * @param messages the messages, oldest first
 * @param next reading after this goes on where the page ends
 * @param hasMore whether more stood behind it when it was read
 */
public record MessagePage(List<StoredMessage> messages, Cursor next, boolean hasMore) {

  /** Copies the list. */
  public MessagePage {
    messages = List.copyOf(messages);
  }
}
