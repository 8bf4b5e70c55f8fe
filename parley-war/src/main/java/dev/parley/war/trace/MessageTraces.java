package dev.parley.war.trace;

import dev.parley.engine.concurrent.BoundedMap;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The traces of the latest messages. A message may be delivered before its sender knows that it was
 * accepted, so whichever is later has both.
 */
final class MessageTraces {
  private static final int MAX_MESSAGES = 2_000;

  /** The most deliveries of one message that are traced. */
  static final int MAX_DELIVERIES = 32;

  /**
   * A delivery.
   *
   * @param atNanos its time, in nanoseconds since 1970
   */
  record Delivery(long atNanos, boolean isPolled) {}

  private static final class Entry {
    private @Nullable Context sent;
    private int deliveries;
    private final List<Delivery> early = new ArrayList<>(0);
  }

  private final Map<String, Entry> entries = new BoundedMap<>(MAX_MESSAGES);

  /** Notes that a message was sent in a trace; returns the deliveries before that. */
  synchronized List<Delivery> sent(String message, Context trace) {
    Entry entry = entries.computeIfAbsent(message, id -> new Entry());
    if (entry.sent != null) {
      return List.of();
    }
    entry.sent = trace;
    List<Delivery> early = List.copyOf(entry.early);
    entry.early.clear();
    return early;
  }

  /**
   * Notes a delivery; returns the trace it belongs to. Empty where that is not known yet, or the
   * message had enough of them.
   */
  synchronized Optional<Context> delivered(String message, Delivery delivery) {
    Entry entry = entries.computeIfAbsent(message, id -> new Entry());
    if (entry.deliveries >= MAX_DELIVERIES) {
      return Optional.empty();
    }
    entry.deliveries++;
    if (entry.sent == null) {
      entry.early.add(delivery);
    }
    return Optional.ofNullable(entry.sent);
  }
}
