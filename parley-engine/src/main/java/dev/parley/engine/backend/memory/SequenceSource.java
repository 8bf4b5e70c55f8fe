package dev.parley.engine.backend.memory;

import dev.parley.message.TopicName;

/**
 * The source of the sequence numbers of a topic. It is called under the topic's lock, so for one
 * topic never twice at a time.
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
