package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The recent checkpoints of a connection: a few, dense at the newest and sparser the older they
 * are. The first push a client had not received when its node was lost comes after one of them.
 */
final class CheckpointHistory {
  private static final int MAX_COUNT = 6;
  private static final long LONG_ENOUGH_NANOS = Duration.ofMinutes(1).toNanos();

  private record Step(Checkpoint checkpoint, long at) {}

  /** Newest first. */
  private final List<Step> steps = new ArrayList<>();

  /** Makes a history that continues from {@code checkpoints}, newest first. */
  CheckpointHistory(List<Checkpoint> checkpoints, long now) {
    checkpoints.forEach(checkpoint -> steps.add(new Step(checkpoint, now)));
  }

  /** Adds the newest checkpoint. */
  void add(Checkpoint checkpoint, long now) {
    steps.add(0, new Step(checkpoint, now));
    if (steps.size() > MAX_COUNT) {
      steps.remove(leastMissed(now));
    }
    while (steps.size() > 2 && now - steps.get(steps.size() - 2).at() > LONG_ENOUGH_NANOS) {
      steps.remove(steps.size() - 1);
    }
  }

  /**
   * Returns the checkpoint that leaves the smallest hole for its age; never one of the two ends.
   */
  private int leastMissed(long now) {
    int least = 1;
    double smallest = Double.MAX_VALUE;
    for (int i = 1; i < steps.size() - 1; i++) {
      double hole = steps.get(i - 1).at() - (double) steps.get(i + 1).at();
      double share = hole / (now - (double) steps.get(i + 1).at() + 1);
      if (share < smallest) {
        smallest = share;
        least = i;
      }
    }
    return least;
  }

  /** Returns the checkpoints, newest first. */
  List<Checkpoint> checkpoints() {
    return steps.stream().map(Step::checkpoint).toList();
  }
}
