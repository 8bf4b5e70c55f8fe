package dev.parley.war.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a run. Two agents claim each task, its creator and another one; exactly one may win.
 * Used by the thread that makes the calls.
 */
final class ClaimChecker {
  private static final int CLAIMS_OF_A_TASK = 2;

  private final List<Deque<Contest>> open = new ArrayList<>();
  private final Map<String, int[]> outcomes = new HashMap<>();
  private long twice;
  private long never;

  private record Contest(String task, int creator) {}

  ClaimChecker(int rooms) {
    for (int i = 0; i < rooms; i++) {
      open.add(new ArrayDeque<>());
    }
  }

  /** A task that its creator claims next, and another agent of the room as well. */
  void created(int room, int creator, String task) {
    open.get(room).add(new Contest(task, creator));
    outcomes.put(task, new int[2]);
  }

  /** Returns a task that the agent did not create and nobody else was sent to; null if none. */
  @Nullable String contested(int room, int agent) {
    Contest first = open.get(room).peek();
    return first == null || first.creator == agent ? null : open.get(room).remove().task;
  }

  void answered(String task, boolean won) {
    int[] outcome = outcomes.get(task);
    if (outcome == null) {
      return;
    }
    outcome[0] += won ? 1 : 0;
    if (++outcome[1] == CLAIMS_OF_A_TASK) {
      outcomes.remove(task);
      twice += outcome[0] > 1 ? 1 : 0;
      never += outcome[0] == 0 ? 1 : 0;
    }
  }

  /** A claim failed, so nothing can be said about the task. */
  void failed(String task) {
    outcomes.remove(task);
  }

  /** Tasks that both claimed and both won. */
  long twice() {
    return twice;
  }

  /** Tasks that both claimed and nobody won. */
  long never() {
    return never;
  }
}
