package dev.parley.spi;

import dev.parley.message.Cursor;
import dev.parley.message.TopicName;

/**
 * A {@link MessageBackend} that keeps its messages and knows the cursor of any position by its
 * number. Where the durable rooms' store is one, a reader that was away for longer than messages
 * stay in memory goes on from the store, and nothing is lost to it.
 */
public interface SeekableBackend {
  /** The cursor right after position {@code seq} of the log that the topic has now. */
  Cursor cursorAfter(TopicName topic, long seq);
}
