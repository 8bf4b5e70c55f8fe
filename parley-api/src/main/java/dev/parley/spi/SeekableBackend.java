package dev.parley.spi;

import dev.parley.message.Cursor;
import dev.parley.message.TopicName;

/**
 * A {@link MessageBackend} that keeps its messages and knows the cursor of any sequence number.
 * Where the backend of durable rooms is one, a reader that was away for longer than messages stay
 * in memory goes on from the backend and loses nothing.
 */
public interface SeekableBackend {
  /** The cursor right after sequence number {@code seq} of the log that the topic has now. */
  Cursor cursorAfter(TopicName topic, long seq);
}
