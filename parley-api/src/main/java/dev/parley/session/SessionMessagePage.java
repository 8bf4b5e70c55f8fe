package dev.parley.session;

import dev.parley.message.SessionMessage;
import java.util.List;

/**
 * Consecutive messages of a session, oldest first.
 *
 * @param messages the messages; the next page starts after the {@code seq} of the last one
 * @param hasMore whether there were more messages after these when they were read
 */
public record SessionMessagePage(List<SessionMessage> messages, boolean hasMore) {
  /** Copies the list. */
  public SessionMessagePage {
    messages = List.copyOf(messages);
  }
}
