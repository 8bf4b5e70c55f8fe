package dev.parley.engine.topic;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.page.PageSize;
import java.util.function.Predicate;

/**
 * The decision of one wait for an arrival: over as soon as one of the events counts, or as many
 * wait as are looked at. Used by one drain at a time.
 */
public final class ArrivalFilter {
  private final PageSize<Event> size;
  private final Predicate<Event> counts;
  private int looked;

  /**
   * Makes a filter.
   *
   * @param size the number of events that are looked at
   * @param counts accepts an event with a message, or not
   */
  public ArrivalFilter(PageSize<Event> size, Predicate<Event> counts) {
    this.size = size;
    this.counts = counts;
  }

  /** Returns the number of events that are looked at. */
  public PageSize<Event> size() {
    return size;
  }

  /** Looks at the events from the first one on. */
  void begin() {
    looked = 0;
  }

  /** Returns true if the wait is over with {@code event}. */
  boolean accepts(Event event) {
    if (event instanceof MessageArrived || event instanceof DirectArrived) {
      looked++;
      return looked >= size.limit() || counts.test(event);
    }
    return event instanceof MessagesLost;
  }
}
