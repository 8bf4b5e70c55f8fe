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
 * The agents of a workspace as they are listed: those that have a presence, those that act through
 * the connection of another, and those whose hooks report beside any connection. One of the second
 * is there while that connection is, at the node that has it; elsewhere, while it holds a task
 * under a live lease. One of the last is there for some minutes after a report, at the node that
 * got it.
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
   * @param acting those that act through others at this node, and then those whose hooks reported
   *     to it
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
      boolean isThere = isThere(each, known, now);
      boolean counts = each.through().isPresent() || isThere || !added.containsKey(each.agent());
      if (counts && (own == null || !own.online())) {
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

  /** A report from before the end of the agent's own connection makes it there no more. */
  private static boolean isThere(ActingAgent acting, Map<AgentId, AgentStatus> known, Instant now) {
    if (acting.through().isPresent()) {
      AgentStatus through = known.get(acting.through().get());
      return through != null && through.online();
    }
    AgentStatus own = known.get(acting.agent());
    return acting.isThereAt(now) && (own == null || acting.at().isAfter(own.lastSeen()));
  }

  private static Instant latest(Instant at, @Nullable AgentStatus own) {
    return Optional.ofNullable(own)
        .map(AgentStatus::lastSeen)
        .filter(seen -> seen.isAfter(at))
        .orElse(at);
  }
}
