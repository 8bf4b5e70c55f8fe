package dev.parley.engine.topic;

import java.util.List;

/**
 * What is left of a reading that ended with its process: where it was lately. It reaches further
 * back than what is remembered here, in steps: whoever goes back to between two of them hears again
 * what came after the earlier one. Used by the reader's drain alone.
 */
final class RestoredCheckpoints {
  /** How many pushes that reading may have been past its newest mark. */
  private static final long MAX_AHEAD = 1_000_000;

  /** The newest first; never empty. */
  private final List<Checkpoint> marks;

  private long newest;

  RestoredCheckpoints(List<Checkpoint> marks) {
    this.marks = List.copyOf(marks);
    this.newest = marks.get(0).number();
  }

  void begin(ReplayBuffer history, List<TopicSubscription> followings) {
    history.beginAfter(newest);
    marks.get(0).apply(followings);
  }

  /** Goes on counting above what the other side has, which may be past the newest mark. */
  void countOn(ReplayBuffer history, long received) {
    if (history.newest() == newest && received > newest && received - newest < MAX_AHEAD) {
      newest = received;
      history.beginAfter(received);
    }
  }

  /**
   * Puts {@code followings} back to before push {@code number}, where that was before this reading
   * began.
   *
   * @param forgotten how many pushes after that one this reading does not remember
   * @return how many of them are lost all the same
   */
  long reachBack(long number, long forgotten, List<TopicSubscription> followings) {
    if (forgotten == 0 || number >= marks.get(0).number()) {
      return forgotten;
    }
    Checkpoint oldest = marks.get(marks.size() - 1);
    Checkpoint mark =
        marks.stream().filter(known -> known.number() <= number).findFirst().orElse(oldest);
    mark.apply(followings);
    return Math.max(0, mark.number() - number);
  }
}
