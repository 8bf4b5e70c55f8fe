package dev.parley.engine.failover;

import java.time.Duration;

/**
 * The heartbeat interval of a node, and the silences after which it is taken for gone.
 *
 * @param every the interval
 * @param unsure the time without a heartbeat of its own after which a node is unsure whether others
 *     take it for gone
 * @param unreachable the silence after which a node that does not answer is taken for gone
 * @param gone the silence after which any node is taken for gone
 */
public record FailureTimings(Duration every, Duration unsure, Duration unreachable, Duration gone) {
  /**
   * A heartbeat each second; unsure after 2 s, gone after 3 s without an answer and after 6 s
   * otherwise.
   */
  public static final FailureTimings DEFAULT =
      new FailureTimings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          Duration.ofSeconds(6));
}
