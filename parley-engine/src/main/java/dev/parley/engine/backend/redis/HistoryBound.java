package dev.parley.engine.backend.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much of a topic is kept. Both bounds are applied by the server, in whole blocks: up to some
 * hundred messages more than {@code messages} are kept, and in a topic that is posted to, up to 64
 * posts longer than {@code age}.
 *
 * @param messages the most messages of a topic; empty keeps any number
 * @param age how long a message is kept; empty keeps it for good
 */
public record HistoryBound(OptionalLong messages, Optional<Duration> age) {
  /** Keeps everything. */
  public static final HistoryBound NONE = new HistoryBound(OptionalLong.empty(), Optional.empty());

  /** Both bounds are at least 1, of messages or milliseconds. */
  public HistoryBound {
    if (messages.isPresent() && messages.getAsLong() < 1) {
      throw new IllegalArgumentException("at least one message is kept");
    }
    if (age.isPresent() && age.get().toMillis() < 1) {
      throw new IllegalArgumentException("a message is kept for at least a millisecond");
    }
  }

  /** At most {@code messages} of each topic, however old. */
  public static HistoryBound ofMessages(long messages) {
    return new HistoryBound(OptionalLong.of(messages), Optional.empty());
  }

  /** Messages that are no older than {@code age}, however many. */
  public static HistoryBound ofAge(Duration age) {
    return new HistoryBound(OptionalLong.empty(), Optional.of(age));
  }
}
