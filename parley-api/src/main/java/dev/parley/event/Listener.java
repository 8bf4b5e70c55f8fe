package dev.parley.event;

/** A receiver of every event of one connection, one at a time, in order. */
@FunctionalInterface
public interface Listener {

  /** Handles {@code event} on a thread of Parley's; further events wait until it returns. */
  void on(Event event);
}
