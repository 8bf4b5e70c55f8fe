package dev.parley.chat.telegram;

import java.time.Duration;

/**
 * The times of a {@link TelegramChat}.
 *
 * @param call the longest time until the answer to a call
 * @param poll how long a poll waits for an update, in whole seconds
 * @param firstRetry the first wait after a poll that failed; each one after it is twice as long
 * @param mostRetry the longest of these waits
 * @param conflict the wait while another program polls for the same bot
 * @param gap how long a sent message waits for those before it in its chat; ten times as long while
 *     the updates of an interruption are not read
 */
record TelegramTimes(
    Duration call,
    Duration poll,
    Duration firstRetry,
    Duration mostRetry,
    Duration conflict,
    Duration gap) {
  static final TelegramTimes DEFAULT =
      new TelegramTimes(
          Duration.ofSeconds(15),
          Duration.ofSeconds(25),
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofMillis(300));
}
