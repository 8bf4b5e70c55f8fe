package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.presence.AgentStatus;
import dev.parley.session.WorkState;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a workspace as they are listed: those that have a presence, and those that act
 * through the connection of another. One of the latter is there while that connection is, at the
 * node that has it; elsewhere, while it holds a task under a live lease.
 */
public final class ListedAgents {
  /** The time after its last act for which an agent that is gone is listed, as in presence. */
  private static final Duration LISTED = Duration.ofDays(1);

  private static final Comparator<AgentStatus> LAST_SEEN_FIRST =
      Comparator.comparing(AgentStatus::lastSeen)
          .reversed()
          .thenComparing(agent -> agent.handle().value());

  private ListedAgents() {}

  /**
   * Adds those without a presence of their own to a list of those with one.
   *
   * @param present those with a presence, last seen first
   * @param acting those that act through others at this node
   * @param works the states in the current session
   */
  public static List<AgentStatus> of(
      List<AgentStatus> present,
      List<ActingAgent> acting,
      Map<AgentId, WorkState> works,
      Instant now) {
    Map<AgentId, AgentStatus> known = new HashMap<>();
    present.forEach(agent -> known.put(agent.handle(), agent));
    Map<AgentId, AgentStatus> added = new HashMap<>();
    works.forEach(
        (agent, work) -> {
          if (!known.containsKey(agent)) {
            boolean isThere = work.kind() == WorkState.Kind.WORKING;
            added.put(agent, new AgentStatus(agent, isThere, List.of(), work.since()));
          }
        });
    for (ActingAgent each : acting) {
      AgentStatus own = known.get(each.agent());
      if (own == null || !own.online()) {
        AgentStatus through = known.get(each.through());
        boolean isThere = through != null && through.online();
        Instant seen = latest(each.at(), own);
        added.put(
            each.agent(),
            new AgentStatus(each.agent(), isThere, own == null ? List.of() : own.topics(), seen));
      }
    }
    added.values().removeIf(a -> !a.online() && a.lastSeen().isBefore(now.minus(LISTED)));
    if (added.isEmpty()) {
      return present;
    }
    List<AgentStatus> all = new ArrayList<>(present.size() + added.size());
    present.stream().filter(agent -> !added.containsKey(agent.handle())).forEach(all::add);
    all.addAll(added.values());
    all.sort(LAST_SEEN_FIRST);
    return List.copyOf(all);
  }

  private static Instant latest(Instant at, @Nullable AgentStatus own) {
    return Optional.ofNullable(own)
        .map(AgentStatus::lastSeen)
        .filter(seen -> seen.isAfter(at))
        .orElse(at);
  }
}
