package dev.parley.engine.failover;

import java.time.Duration;

/**
 * How often a node says that it is there, and how much silence says that it is not.
 *
 * @param every how often
 * @param unsure after how long without a word of its own a node is not sure that others do not take
 *     it for gone
 * @param unreachable the silence after which a node that does not answer is taken for gone
 * @param gone the silence after which any node is
 */
public record FailureTimings(Duration every, Duration unsure, Duration unreachable, Duration gone) {
  /** Each second; unsure after 2 s, gone after 3 s where it does not answer and after 6 s else. */
  public static final FailureTimings DEFAULT =
      new FailureTimings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          Duration.ofSeconds(6));
}
