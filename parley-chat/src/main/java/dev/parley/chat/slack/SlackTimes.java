package dev.parley.chat.slack;

import java.time.Duration;

/**
 * The times of a login to Slack.
 *
 * @param call the longest time until a call is answered, and until a new socket says hello
 * @param firstRetry the first wait before a new socket
 * @param lastRetry the longest wait before a new socket; a socket that lasted as long has the first
 *     wait after it
 * @param probe the time between two pings to Slack, of which the third finds a socket that has
 *     ended unnoticed
 * @param silence a socket without any text for this time is replaced
 * @param pings the same where the socket reports pings of Slack
 */
record SlackTimes(
    Duration call,
    Duration firstRetry,
    Duration lastRetry,
    Duration probe,
    Duration silence,
    Duration pings) {
  /** 10 s, 200 ms, 5 s, 2 s, 5 minutes and 1 minute. */
  static final SlackTimes DEFAULT =
      new SlackTimes(
          Duration.ofSeconds(10),
          Duration.ofMillis(200),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(1));
}
