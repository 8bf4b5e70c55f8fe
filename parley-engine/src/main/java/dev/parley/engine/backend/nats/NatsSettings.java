package dev.parley.engine.backend.nats;

import dev.parley.spi.Retention;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses of the servers, and the rules by which topics are kept there.
 *
 * @param servers one or more URLs as {@code nats://user:password@host:4222}, with commas between
 * @param prefix the beginning of the name of every stream and subject, so that several Parley
 *     servers may share a NATS server: 1 to 32 of a-z, 0-9 and hyphen
 * @param kept the part of a topic that stays readable; existing streams follow it when they are
 *     used again
 * @param inMemory true if the servers keep topics in memory only, so that no file contains a
 *     message
 * @param timeout the time a call waits for unreachable servers before it is refused, 400 ms or
 *     more; one more quarter of it may pass where a server is there and silent
 */
public record NatsSettings(
    String servers, String prefix, Retention kept, boolean inMemory, Duration timeout) {
  private static final Pattern PREFIX = Pattern.compile("[a-z0-9-]{1,32}");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PASSING = Duration.ofMinutes(10);
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(400);

  /** Checks the form. */
  public NatsSettings {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException("1 to 32 of a-z, 0-9 and hyphen, not '" + prefix + "'");
    }
    if (timeout.compareTo(MIN_TIMEOUT) < 0) {
      throw new IllegalArgumentException("the timeout must be 400 ms or more, not " + timeout);
    }
  }

  /** The default settings: the prefix {@code parley}, and a timeout of 5 seconds. */
  public static NatsSettings of(String servers, Retention kept) {
    return new NatsSettings(servers, "parley", kept, false, DEFAULT_TIMEOUT);
  }

  /** The messages of {@code kept}, none older than ten minutes, in memory. */
  public static NatsSettings passing(String servers, Retention kept) {
    Retention passing = new Retention(kept.messages(), Optional.of(PASSING));
    return new NatsSettings(servers, "parley-passing", passing, true, DEFAULT_TIMEOUT);
  }
}
