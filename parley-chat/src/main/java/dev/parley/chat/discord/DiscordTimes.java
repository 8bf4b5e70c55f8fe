package dev.parley.chat.discord;

import java.time.Duration;

/**
 * The times of a login.
 *
 * @param request the longest time of a request, and until the gateway says hello
 * @param ready the longest time until the first events can come
 * @param firstRetry the first wait before the gateway is connected again
 * @param maxRetry the longest such wait
 * @param invalidMin the shortest wait after an invalid session
 * @param invalidMax the longest wait after an invalid session
 */
record DiscordTimes(
    Duration request,
    Duration ready,
    Duration firstRetry,
    Duration maxRetry,
    Duration invalidMin,
    Duration invalidMax) {

  /** The times that Discord asks for. */
  static final DiscordTimes DEFAULT =
      new DiscordTimes(
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5));
}
