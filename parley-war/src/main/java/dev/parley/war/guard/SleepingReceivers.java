package dev.parley.war.guard;

import dev.parley.id.AgentId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The agents that the messages of one sender do not wake for a while. */
public final class SleepingReceivers {
  static final int MAX_RECEIVERS = 64;

  private volatile Map<AgentId, Instant> until = Map.of();

  /** Notes that messages do not wake {@code receiver} until {@code end}. */
  public synchronized void add(AgentId receiver, Instant end) {
    Map<AgentId, Instant> all = new LinkedHashMap<>(until);
    if (all.size() >= MAX_RECEIVERS && !all.containsKey(receiver)) {
      all.remove(all.keySet().iterator().next());
    }
    all.put(receiver, end);
    until = all;
  }

  /** Returns the names of those that are not woken now. */
  public List<String> at(InstantSource clock) {
    Map<AgentId, Instant> all = until;
    if (all.isEmpty()) {
      return List.of();
    }
    Instant now = clock.instant();
    List<String> names = new ArrayList<>();
    all.forEach(
        (receiver, end) -> {
          if (now.isBefore(end)) {
            names.add(receiver.value());
          }
        });
    if (names.isEmpty()) {
      until = Map.of();
    }
    return names;
  }
}
