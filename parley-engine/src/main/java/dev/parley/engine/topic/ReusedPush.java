package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.spi.Push;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one push object of a reader, used again for each delivery. */
final class ReusedPush implements Push {
  private long number;
  private @Nullable Event event;
  private @Nullable TopicEntry entry;

  /** Becomes the push of an event of the connection's own. */
  ReusedPush of(long pushNumber, Event ownEvent) {
    number = pushNumber;
    event = ownEvent;
    entry = null;
    return this;
  }

  /** Becomes the push of an entry that readers share. */
  ReusedPush of(long pushNumber, TopicEntry shared) {
    number = pushNumber;
    event = shared.event;
    entry = shared;
    return this;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public Event event() {
    if (event == null) {
      throw new IllegalStateException("a push is valid only while it is delivered");
    }
    return event;
  }

  @Override
  public byte[] encoded(Function<Event, byte[]> encoder) {
    TopicEntry shared = entry;
    return shared == null ? encoder.apply(event()) : shared.encoded(encoder);
  }
}
