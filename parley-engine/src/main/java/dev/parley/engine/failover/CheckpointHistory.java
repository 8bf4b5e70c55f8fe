package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a reading was lately: a few marks, close together at the newest and further apart the older
 * they are. What a client had not received when its node went is found before one of them.
 */
final class CheckpointHistory {
  private static final int MAX_COUNT = 6;
  private static final long LONG_ENOUGH_NANOS = Duration.ofMinutes(1).toNanos();

  private record Step(Checkpoint mark, long at) {}

  /** The newest first. */
  private final List<Step> steps = new ArrayList<>();

  /** A trail that goes on from {@code marks}, the newest first. */
  CheckpointHistory(List<Checkpoint> marks, long now) {
    marks.forEach(mark -> steps.add(new Step(mark, now)));
  }

  /** Adds the newest mark. */
  void add(Checkpoint mark, long now) {
    steps.add(0, new Step(mark, now));
    if (steps.size() > MAX_COUNT) {
      steps.remove(leastMissed(now));
    }
    while (steps.size() > 2 && now - steps.get(steps.size() - 2).at() > LONG_ENOUGH_NANOS) {
      steps.remove(steps.size() - 1);
    }
  }

  /** The one that leaves the smallest hole for its age; never one of the two ends. */
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

  /** The newest first. */
  List<Checkpoint> marks() {
    return steps.stream().map(Step::mark).toList();
  }
}
