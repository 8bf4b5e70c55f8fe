package dev.parley.engine.topic;

import java.util.List;

/**
 * The checkpoints of a reader that ended with its process. They reach further back than the pushes
 * remembered here, but in steps: a sink set back to between two of them gets again everything after
 * the earlier one. Used by the reader's drain alone.
 */
final class RestoredCheckpoints {
  /** The maximum number of pushes the earlier reader may have been past its newest checkpoint. */
  private static final long MAX_AHEAD = 1_000_000;

  /** Newest first; never empty. */
  private final List<Checkpoint> checkpoints;

  private long newest;

  RestoredCheckpoints(List<Checkpoint> checkpoints) {
    this.checkpoints = List.copyOf(checkpoints);
    this.newest = checkpoints.get(0).number();
  }

  void begin(ReplayBuffer replay, List<TopicSubscription> subscriptions) {
    replay.beginAfter(newest);
    checkpoints.get(0).apply(subscriptions);
  }

  /**
   * Continues numbering above the last push the other side has, which may be past the newest
   * checkpoint.
   */
  void continueNumbering(ReplayBuffer replay, long received) {
    if (replay.newest() == newest && received > newest && received - newest < MAX_AHEAD) {
      newest = received;
      replay.beginAfter(received);
    }
  }

  /**
   * Sets {@code subscriptions} back to before push {@code number}, where that was before this
   * reader began.
   *
   * @param forgotten the number of pushes after that one this reader does not remember
   * @return the number of those that are lost all the same
   */
  long setBack(long number, long forgotten, List<TopicSubscription> subscriptions) {
    if (forgotten == 0 || number >= checkpoints.get(0).number()) {
      return forgotten;
    }
    Checkpoint oldest = checkpoints.get(checkpoints.size() - 1);
    Checkpoint checkpoint =
        checkpoints.stream().filter(known -> known.number() <= number).findFirst().orElse(oldest);
    checkpoint.apply(subscriptions);
    return Math.max(0, checkpoint.number() - number);
  }
}
