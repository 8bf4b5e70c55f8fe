package dev.parley.engine.topic;

import dev.parley.event.Event;
import java.util.Optional;

/** An event that is in memory alone. */
record UnstoredEvent(Event only) implements OwnEvent {
  @Override
  public Optional<Event> event() {
    return Optional.of(only);
  }

  @Override
  public boolean isAnswered() {
    return false;
  }
}
