package dev.parley.engine;

import dev.parley.engine.topic.OwnEvent;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.AgentId;
import java.lang.ref.SoftReference;
import java.util.Optional;

/**
 * An event of a sub-agent as the reader of the connection it acts through keeps it.
 *
 * @param agent the sub-agent
 * @param own its event
 */
record ForwardedEvent(AgentId agent, OwnEvent own) implements OwnEvent {
  /** The length up to which a message is kept in memory whatever happens, in UTF-16 units. */
  private static final int MAX_KEPT = 1_024;

  /**
   * Makes the event of a push. A long message is given up where memory runs short, and then counts
   * as lost: connections bound the number of their pushes, not the length.
   */
  static ForwardedEvent of(AgentId agent, Event event) {
    boolean isLong =
        event instanceof MessageArrived arrived && arrived.message().text().length() > MAX_KEPT;
    return new ForwardedEvent(
        agent, isLong ? new LongMessage(new SoftReference<>(event)) : OwnEvent.of(event));
  }

  @Override
  public Optional<Event> event() {
    return own.event().map(inner -> new SubAgentEvent(agent, inner));
  }

  @Override
  public boolean isAnswered() {
    return own.isAnswered();
  }

  /** A message that is in memory as long as that suffices. */
  private record LongMessage(SoftReference<Event> message) implements OwnEvent {
    @Override
    public Optional<Event> event() {
      return Optional.ofNullable(message.get());
    }

    @Override
    public boolean isAnswered() {
      return false;
    }
  }
}
