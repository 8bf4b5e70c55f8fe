package dev.parley.engine.topic;

import dev.parley.event.Event;
import java.util.Optional;

/** An event that is kept in memory. */
record KeptEvent(Event kept) implements OwnEvent {
  @Override
  public Optional<Event> event() {
    return Optional.of(kept);
  }

  @Override
  public boolean isAnswered() {
    return false;
  }
}
