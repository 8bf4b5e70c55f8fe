package dev.parley.engine.room;

import dev.parley.engine.delivery.MailItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The last results of an inbox, until they are known to have arrived, and a while longer: one of
 * them may turn out not to have arrived when others were already given. Used under the lock of the
 * inbox.
 */
final class RecentResults {
  private static final int MAX_REMEMBERED = 16;

  /** The messages of a room in a result: those after {@code since} up to {@code upTo}. */
  record Span(long since, long upTo) {}

  /**
   * A result.
   *
   * @param after the number before its first push
   * @param next the number of its last push
   * @param forHook whether a hook of the client took it, not the agent
   */
  record Result(
      long after, long next, boolean forHook, Map<LiveRoom, Span> rooms, List<MailItem> direct) {
    /** Returns true if it has messages, the last of them with the number {@code number}. */
    boolean endsWith(long number) {
      return next == number && next > after;
    }
  }

  /** A result, with what was known before it. */
  private record Step(Result result, long ownNext, long hookNext) {}

  /** Oldest first. */
  private final Deque<Step> steps = new ArrayDeque<>();

  /** The number of the newest ones that are not known to have arrived. */
  private int unconfirmed;

  /** The number of the oldest ones of which the agent has its own for good. */
  private int known;

  /** The {@code next} of the last result of the agent's own, and of the last of a hook after it. */
  private long ownNext = -1;

  private long hookNext = -1;

  /** Adds a result. */
  void add(Result result) {
    steps.addLast(new Step(result, ownNext, hookNext));
    unconfirmed++;
    if (result.forHook()) {
      hookNext = result.next();
    } else {
      ownNext = result.next();
      hookNext = -1;
    }
    if (steps.size() > MAX_REMEMBERED) {
      steps.removeFirst();
      unconfirmed = Math.min(unconfirmed, MAX_REMEMBERED);
      known = Math.max(0, known - 1);
    }
  }

  /** Returns the {@code next} of the last result; -1 before the first. */
  long next() {
    Step last = steps.peekLast();
    return last == null ? -1 : last.result().next();
  }

  /**
   * Returns the number after which an agent that has received {@code received} goes on: after what
   * hooks took, where that is its own last result.
   */
  long goingOnAfter(long received) {
    return received == ownNext && hookNext >= 0 ? hookNext : received;
  }

  /**
   * Confirms the results that a client with this call has received. An agent that calls again has
   * its own results for good; a hook may run beside the answer of another call.
   *
   * @param received the {@code next} of the last one; empty: all of them
   * @param forHook whether a hook calls, not the agent
   * @return those that were not confirmed before, oldest first
   */
  List<Result> received(OptionalLong received, boolean forHook) {
    long upTo =
        received.isEmpty() || received.getAsLong() == ownNext
            ? Long.MAX_VALUE
            : received.getAsLong();
    List<Result> confirmed = new ArrayList<>();
    int skipped = steps.size() - unconfirmed;
    for (Step step : steps) {
      if (skipped > 0) {
        skipped--;
      } else if (step.result().next() <= upTo) {
        confirmed.add(step.result());
      } else {
        break;
      }
    }
    unconfirmed = 0;
    known = forHook ? known : steps.size();
    return confirmed;
  }

  /** Takes back the last result. */
  List<Result> lastNotReceived() {
    Step last = steps.peekLast();
    return last == null ? List.of() : List.of(takeBack(last));
  }

  /**
   * Takes back the result with messages that ends with {@code next}, and those after it.
   *
   * @return them, newest first; empty where none of the last ones is that, or the agent has it
   */
  List<Result> notReceived(long next) {
    int after = steps.size();
    int found = -1;
    for (Step step : steps) {
      found++;
      if (step.result().endsWith(next) && (step.result().forHook() || found >= known)) {
        after = found;
      }
    }
    List<Result> back = new ArrayList<>();
    while (steps.size() > after) {
      back.add(takeBack(steps.getLast()));
    }
    return back;
  }

  private Result takeBack(Step last) {
    steps.removeLast();
    unconfirmed = Math.max(0, unconfirmed - 1);
    known = Math.min(known, steps.size());
    ownNext = last.ownNext();
    hookNext = last.hookNext();
    return last.result();
  }
}
