package dev.parley.session;

import dev.parley.message.SessionMessage;
import java.util.List;

/**
 * Messages of a session that follow each other, the oldest first.
 *
 * @param messages the messages; reading goes on after the {@code seq} of the last one
 * @param hasMore whether more stood behind them when they were read
 */
public record SessionMessagePage(List<SessionMessage> messages, boolean hasMore) {
  /** Copies the list. */
  public SessionMessagePage {
    messages = List.copyOf(messages);
  }
}
