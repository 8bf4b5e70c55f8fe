package dev.parley.message;

import java.util.List;
import java.util.OptionalLong;

/**
 * The messages a search found.
 *
 * @param messages the messages, each with the cursor right after it
 * @param truncated whether there may be more
 * @param before in one topic, where there may be more: the number they come before
 */
public record SearchResult(List<StoredMessage> messages, boolean truncated, OptionalLong before) {

  /** Copies the list. */
  public SearchResult {
    messages = List.copyOf(messages);
  }
}
