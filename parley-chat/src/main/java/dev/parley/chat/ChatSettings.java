package dev.parley.chat;

import java.time.Duration;

/**
 * The times of a {@link ChatBackend}.
 *
 * @param patience how long a post waits for a system that limits its rate or cannot be reached,
 *     before it is refused
 * @param echo how long a post that was sent waits for its own message to come back, before it is
 *     looked for in the history
 * @param retry the first wait after a failure; each one after it is twice as long, up to 30 s
 */
public record ChatSettings(Duration patience, Duration echo, Duration retry) {
  /** 30 s, 2 s and 250 ms. */
  public static final ChatSettings DEFAULT =
      new ChatSettings(Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofMillis(250));
}
