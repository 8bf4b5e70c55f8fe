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
public record Mark(long number, Map<TopicName, Long> seqs) {

  /** Copies the map. */
  public Mark {
    seqs = Map.copyOf(seqs);
  }

  static Mark of(long number, List<Following> followings) {
    Map<TopicName, Long> seqs = new LinkedHashMap<>();
    for (Following following : followings) {
      following.passedInLog().ifPresent(seq -> seqs.put(following.topic().name(), seq));
    }
    return new Mark(number, seqs);
  }

  /** The same, which knows a place in one more topic. */
  public Mark with(TopicName topic, long seq) {
    Map<TopicName, Long> more = new LinkedHashMap<>(seqs);
    more.put(topic, seq);
    return new Mark(number, more);
  }

  /** Puts those of {@code followings} it knows a place of there. */
  void apply(List<Following> followings) {
    for (Following following : followings) {
      Long seq = seqs.get(following.topic().name());
      if (seq != null) {
        following.goOnAfter(seq);
      }
    }
  }
}
