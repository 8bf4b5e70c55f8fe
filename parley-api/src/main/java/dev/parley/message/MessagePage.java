package dev.parley.message;

import java.util.List;

/**
 * Consecutive messages of a topic, in order.
 *
 * @param messages the messages, oldest first
 * @param next the cursor after the last of them
 * @param hasMore whether the topic had more messages after these when it was read
 */
public record MessagePage(List<StoredMessage> messages, Cursor next, boolean hasMore) {

  /** Copies the list. */
  public MessagePage {
    messages = List.copyOf(messages);
  }
}
