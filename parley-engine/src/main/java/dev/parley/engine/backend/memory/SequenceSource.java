package dev.parley.engine.backend.memory;

import dev.parley.message.TopicName;

/**
 * Gives out the positions of a topic. Asked under the topic's lock, so for one topic never twice at
 * a time.
 */
@FunctionalInterface
public interface SequenceSource {

  /**
   * A number greater than every one given out for {@code topic} before.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}, where it cannot be sure of that
   *     now
   */
  long next(TopicName topic);
}
