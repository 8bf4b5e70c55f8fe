package dev.parley.engine.topic;

import dev.parley.message.TopicName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The progress of a reader, in a form another process understands.
 *
 * @param number the number of its last push
 * @param seqs for each topic with a durable log, the number of the last message read
 */
public record Checkpoint(long number, Map<TopicName, Long> seqs) {

  /** Copies the map. */
  public Checkpoint {
    seqs = Map.copyOf(seqs);
  }

  static Checkpoint of(long number, List<TopicSubscription> subscriptions) {
    Map<TopicName, Long> seqs = new LinkedHashMap<>();
    for (TopicSubscription subscription : subscriptions) {
      subscription.passedInLog().ifPresent(seq -> seqs.put(subscription.topic().name(), seq));
    }
    return new Checkpoint(number, seqs);
  }

  /** Returns the same checkpoint with one more topic. */
  public Checkpoint with(TopicName topic, long seq) {
    Map<TopicName, Long> more = new LinkedHashMap<>(seqs);
    more.put(topic, seq);
    return new Checkpoint(number, more);
  }

  /** Moves those of {@code subscriptions} it has a number for. */
  void apply(List<TopicSubscription> subscriptions) {
    for (TopicSubscription subscription : subscriptions) {
      Long seq = seqs.get(subscription.topic().name());
      if (seq != null) {
        subscription.continueAfter(seq);
      }
    }
  }
}
