package dev.parley.message;

import java.util.List;
import java.util.OptionalLong;

/**
 * What was found.
 *
 * @param messages the messages, each with the cursor right after it
 * @param truncated whether there may be more
 * @param before in one topic, where there may be more: it stands before this position
 */
public record SearchResult(List<StoredMessage> messages, boolean truncated, OptionalLong before) {

  /** Copies the list. */
  public SearchResult {
    messages = List.copyOf(messages);
  }
}
