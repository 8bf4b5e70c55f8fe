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
  private int seen;
  private volatile boolean accepted;

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

  /** Returns whether the wait has ended with something to take. */
  public boolean hasAccepted() {
    return accepted;
  }

  void look(Event event) {
    if (event instanceof MessagesLost) {
      accepted = true;
    } else if (event instanceof MessageArrived || event instanceof DirectArrived) {
      seen++;
      accepted = accepted || seen >= size.limit() || counts.test(event);
    }
  }
}
