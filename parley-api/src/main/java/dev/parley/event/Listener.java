package dev.parley.event;

/** A program's ear: told of every event of one connection, one at a time, in order. */
@FunctionalInterface
public interface Listener {

  /** Called on a thread of Parley's; events wait while it works. */
  void on(Event event);
}
