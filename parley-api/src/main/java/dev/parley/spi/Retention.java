package dev.parley.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a topic that stays readable: the bound that is met first applies. A backend may keep
 * somewhat more.
 *
 * @param messages the most messages of a topic, 1 or more; empty keeps any number
 * @param age the time a message is kept, 100 ms or more; empty keeps it for good
 */
public record Retention(OptionalLong messages, Optional<Duration> age) {
  /** Keeps everything. */
  public static final Retention EVERYTHING = new Retention(OptionalLong.empty(), Optional.empty());

  private static final Duration MIN_DURATION = Duration.ofMillis(100);

  /** Checks the bounds. */
  public Retention {
    if (messages.isPresent() && messages.getAsLong() < 1) {
      throw new IllegalArgumentException("1 message or more is kept of a topic");
    }
    if (age.isPresent() && age.get().compareTo(MIN_DURATION) < 0) {
      throw new IllegalArgumentException("a message is kept for 100 milliseconds or more");
    }
  }

  /** At most {@code most} messages of each topic, however old. */
  public static Retention ofMessages(long most) {
    return new Retention(OptionalLong.of(most), Optional.empty());
  }

  /** Messages that are no older than {@code longest}, however many. */
  public static Retention ofAge(Duration longest) {
    return new Retention(OptionalLong.empty(), Optional.of(longest));
  }
}
