package dev.parley.war.trace;

import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.SubAgentEvent;
import dev.parley.id.MessageId;
import dev.parley.spi.Telemetry;
import dev.parley.task.Claim;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Traces what the engine does for calls that are traced.
 *
 * @param tracing makes the spans
 * @param next observes it too
 */
record TracedEngine(Tracing tracing, Telemetry next) implements Telemetry {
  @Override
  public void posted(MessageStore where, MessageId message) {
    next.posted(where, message);
    Spans spans = tracing.spans();
    if (spans != null) {
      spans.posted(where, message.value());
    }
  }

  @Override
  public void delivered(Event event, boolean isPolled) {
    next.delivered(event, isPolled);
    Spans spans = tracing.spans();
    if (spans != null) {
      String message = message(event);
      if (message != null) {
        spans.delivered(message, isPolled);
      }
    }
  }

  private static @Nullable String message(Event event) {
    if (event instanceof MessageArrived arrived) {
      return arrived.message().id().value();
    }
    if (event instanceof DirectArrived arrived) {
      return arrived.message().id().value();
    }
    return event instanceof SubAgentEvent passedOn ? message(passedOn.event()) : null;
  }

  @Override
  public void claimed(Claim outcome) {
    next.claimed(outcome);
  }

  @Override
  public void committed(long nanos, boolean succeeded) {
    next.committed(nanos, succeeded);
    Spans spans = tracing.spans();
    if (spans != null) {
      spans.committed(nanos, succeeded, false);
    }
  }

  @Override
  public void committedByAnother(long nanos) {
    next.committedByAnother(nanos);
    Spans spans = tracing.spans();
    if (spans != null) {
      spans.committed(nanos, true, true);
    }
  }

  @Override
  public void opened(Supplier<PoolUse> pool) {
    next.opened(pool);
  }
}
