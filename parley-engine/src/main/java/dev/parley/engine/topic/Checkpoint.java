package dev.parley.engine.topic;

import dev.parley.message.TopicName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a reading was, in words another process understands.
 *
 * @param number of its last push
 * @param seqs of each topic that is kept in a log, the number of the last message it passed
 */
public record Checkpoint(long number, Map<TopicName, Long> seqs) {

  /** Copies the map. */
  public Checkpoint {
    seqs = Map.copyOf(seqs);
  }

  static Checkpoint of(long number, List<TopicSubscription> followings) {
    Map<TopicName, Long> seqs = new LinkedHashMap<>();
    for (TopicSubscription following : followings) {
      following.passedInLog().ifPresent(seq -> seqs.put(following.topic().name(), seq));
    }
    return new Checkpoint(number, seqs);
  }

  /** The same, which knows a place in one more topic. */
  public Checkpoint with(TopicName topic, long seq) {
    Map<TopicName, Long> more = new LinkedHashMap<>(seqs);
    more.put(topic, seq);
    return new Checkpoint(number, more);
  }

  /** Puts those of {@code followings} it knows a place of there. */
  void apply(List<TopicSubscription> followings) {
    for (TopicSubscription following : followings) {
      Long seq = seqs.get(following.topic().name());
      if (seq != null) {
        following.goOnAfter(seq);
      }
    }
  }
}
