package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What is kept of a topic beyond its tail. */
@FunctionalInterface
public interface DurableLog {
  /**
   * Reads on another thread.
   *
   * @param seq read what follows this position
   * @return at most {@code limit} messages in order, beginning with the oldest that is kept
   */
  CompletionStage<List<Message>> after(long seq, int limit);
}
