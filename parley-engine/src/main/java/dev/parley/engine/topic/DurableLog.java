package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The stored part of a topic beyond its tail. */
@FunctionalInterface
public interface DurableLog {
  /**
   * Reads on another thread.
   *
   * @param seq the number to read after
   * @return at most {@code limit} messages in order, beginning with the oldest one stored
   */
  CompletionStage<List<Message>> after(long seq, int limit);
}
