package dev.parley.war.telemetry;

import dev.parley.war.wire.McpError;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the requests that were refused at the door, by the code of the refusal. */
final class RefusalCounts {
  private final Map<McpError, AtomicLong> counts = new EnumMap<>(McpError.class);

  RefusalCounts() {
    for (McpError refusal : McpError.values()) {
      counts.put(refusal, new AtomicLong());
    }
  }

  void refused(McpError refusal) {
    of(refusal).incrementAndGet();
  }

  long count(McpError refusal) {
    return of(refusal).get();
  }

  private AtomicLong of(McpError refusal) {
    return Objects.requireNonNull(counts.get(refusal));
  }
}
