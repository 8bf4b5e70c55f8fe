package dev.parley.war.web;

import dev.parley.event.Event;
import dev.parley.event.RecordedEvent;
import dev.parley.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A session's changes, some at a time, in both directions. The log itself is read forwards only;
 * positions are whole numbers, so what stands before one is found by reading from a little earlier.
 *
 * <p>Where only some kinds are asked for, one page looks at no more than {@value #MOST_LOOKED_AT}
 * changes: it may be empty though there is more, and says where to go on.
 */
final class EventPages {
  /** The most changes one page looks at. */
  static final int MOST_LOOKED_AT = 10_000;

  private final Session session;
  private final Set<Event.Kind> kinds;

  /**
   * Pages of {@code session}.
   *
   * @param kinds those that are asked for; none: all
   */
  EventPages(Session session, Set<Event.Kind> kinds) {
    this.session = session;
    this.kinds = kinds;
  }

  /**
   * Some changes, oldest first.
   *
   * @param next the position to read after to go on
   * @param previous the position to read before to go back; 0: this is the beginning
   */
  record Page(List<RecordedEvent> events, long next, long previous) {}

  Page after(long seq, int limit) {
    List<RecordedEvent> found = new ArrayList<>();
    long next = seq;
    int looked = 0;
    while (found.size() < limit && looked < MOST_LOOKED_AT) {
      int asked = kinds.isEmpty() ? limit : Math.min(1_000, MOST_LOOKED_AT - looked);
      List<RecordedEvent> read = session.eventsAfter(next, asked);
      for (RecordedEvent event : read) {
        if (found.size() < limit) {
          next = event.seq();
          looked++;
          if (isAskedFor(event)) {
            found.add(event);
          }
        }
      }
      if (read.size() < asked) {
        break;
      }
    }
    return new Page(found, next, seq == 0 ? 0 : seq + 1);
  }

  Page before(long seq, int limit) {
    Deque<RecordedEvent> found = new ArrayDeque<>();
    long end = seq;
    int looked = 0;
    while (found.size() < limit && end > 1 && looked < MOST_LOOKED_AT) {
      int step = (int) Math.min(end - 1, kinds.isEmpty() ? limit : 1_000);
      long start = end - 1 - step;
      long upTo = end;
      List<RecordedEvent> read =
          session.eventsAfter(start, step).stream().filter(event -> event.seq() < upTo).toList();
      end = start + 1;
      looked += step;
      for (int i = read.size() - 1; i >= 0; i--) {
        if (found.size() == limit) {
          end = read.get(i + 1).seq();
          break;
        }
        if (isAskedFor(read.get(i))) {
          found.addFirst(read.get(i));
        }
      }
    }
    return new Page(List.copyOf(found), seq - 1, end > 1 ? end : 0);
  }

  /** Every change for which {@code wanted} holds; reads all of them. */
  List<RecordedEvent> all(Predicate<RecordedEvent> wanted) {
    List<RecordedEvent> found = new ArrayList<>();
    long after = 0;
    List<RecordedEvent> read;
    do {
      read = session.eventsAfter(after, MOST_LOOKED_AT);
      for (RecordedEvent event : read) {
        after = event.seq();
        if (wanted.test(event)) {
          found.add(event);
        }
      }
    } while (read.size() == MOST_LOOKED_AT);
    return found;
  }

  private boolean isAskedFor(RecordedEvent event) {
    return kinds.isEmpty() || kinds.contains(event.event().kind());
  }
}
