package dev.parley.war.guard;

import java.time.Instant;
import java.util.List;

/**
 * The stop of an agent whose messages are refused until a person lifts it.
 *
 * @param with the agents whose messages it answered
 * @param limit the number of messages that were exchanged
 * @param exchangedSince the time of its first answer among them
 * @param since the time it was stopped
 */
public record LoopStop(List<String> with, int limit, Instant exchangedSince, Instant since) {
  /** Copies the list. */
  public LoopStop {
    with = List.copyOf(with);
  }
}
