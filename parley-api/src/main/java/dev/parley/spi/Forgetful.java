package dev.parley.spi;

import dev.parley.message.TopicName;

/**
 * The ability of a backend that keeps messages in memory to drop a topic that nobody follows any
 * more. Sequence numbers are not given out again: the next message goes on counting. A cursor from
 * before is refused with {@code position_lost}.
 */
public interface Forgetful {

  /** Drops every message of {@code topic}. */
  void forget(TopicName topic);
}
