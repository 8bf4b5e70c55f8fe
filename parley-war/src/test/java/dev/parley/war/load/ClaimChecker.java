package dev.parley.war.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a run. Two agents claim each task, its creator and another one; exactly one may win.
 * A board is a session; boards that nobody works on any more are forgotten. Used by the thread that
 * makes the calls.
 */
public final class ClaimChecker {
  private static final int CLAIMS_OF_A_TASK = 2;

  private static final int MAX_WINS = 1_000;

  private final Map<Integer, Deque<Contest>> open = new HashMap<>();
  private final Deque<Win> wins = new ArrayDeque<>();
  private final Map<String, int[]> outcomes = new HashMap<>();
  private long twice;
  private long never;

  private record Contest(String task, int creator) {}

  /** A task that an agent won, and the session that has it. */
  public record Win(String session, String task, String agent) {}

  /** A task that its creator claims next, and another agent of the room as well. */
  void created(int board, int creator, String task) {
    open.computeIfAbsent(board, any -> new ArrayDeque<>()).add(new Contest(task, creator));
    outcomes.put(task, new int[2]);
  }

  /** Returns a task that the agent did not create and nobody else was sent to; null if none. */
  @Nullable String contested(int board, int agent) {
    Deque<Contest> tasks = open.getOrDefault(board, new ArrayDeque<>());
    Contest first = tasks.peek();
    return first == null || first.creator == agent ? null : tasks.remove().task;
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

  /** An agent won a task; the last of them are remembered. */
  void won(Win win) {
    if (wins.size() == MAX_WINS) {
      wins.remove();
    }
    wins.add(win);
  }

  /** The last tasks that were won, the oldest first. */
  public List<Win> wins() {
    return List.copyOf(wins);
  }

  /** Nobody works on the tasks of these boards any more. */
  void forget(int firstBoard, int boards) {
    for (int board = firstBoard; board < firstBoard + boards; board++) {
      Deque<Contest> tasks = open.remove(board);
      if (tasks != null) {
        tasks.forEach(contest -> failed(contest.task));
      }
    }
  }

  /** A claim failed, so nothing can be said about the task. */
  void failed(String task) {
    outcomes.remove(task);
  }

  /** Tasks that both claimed and both won. */
  public long twice() {
    return twice;
  }

  /** Tasks that both claimed and nobody won. */
  public long never() {
    return never;
  }
}
