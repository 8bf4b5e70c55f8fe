package dev.parley.war.wake;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.wake.ActingAgents.ActingAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Takes the hooks that report to this node beside any connection. An agent that reports so is there
 * for as long as a turn counts as running after its last sign. Safe for all threads.
 */
public final class HookReports {
  /** The maximum number of agents of a workspace; past it, one that is gone gives its place. */
  static final int MAX_OF_WORKSPACE = 1_000;

  /** The maximum number of agents of all workspaces. */
  static final int MAX_AGENTS = 10_000;

  /** The time after a report for which its agent is there. */
  static final Duration SILENCE = WakePacing.TURN_SILENCE;

  private final AgentActivities activities;
  private final InstantSource clock;
  private final Map<WorkspaceId, Map<AgentId, ActingAgent>> reports = new HashMap<>();
  private int count;
  private volatile Consumer<WorkspaceId> listener = workspace -> {};

  /**
   * Makes a desk nobody has reported to.
   *
   * @param activities has what the agents do
   */
  public HookReports(AgentActivities activities) {
    this(activities, InstantSource.system());
  }

  HookReports(AgentActivities activities, InstantSource clock) {
    this.activities = activities;
    this.clock = clock;
  }

  /** Calls {@code whenChanged} whenever an agent of a workspace comes or goes. */
  public void onChange(Consumer<WorkspaceId> whenChanged) {
    listener = whenChanged;
  }

  /**
   * Takes the report of a hook: what the agent does, or that its turn or its client has ended.
   *
   * @return false where nothing was noted: the event means nothing here, or too many agents report
   */
  public boolean report(WorkspaceId workspace, AgentId agent, HookEvent event) {
    TurnBoundary boundary = event.boundary();
    boolean isNoted =
        boundary != TurnBoundary.NONE && note(workspace, agent, boundary == TurnBoundary.CLOSED);
    if (isNoted) {
      switch (boundary) {
        case PROMPT, SIGN, TOOLS -> activities.working(workspace, agent, event);
        case END -> activities.idle(workspace, agent);
        case CLOSED -> activities.remove(workspace, agent);
        case START, NONE -> {}
      }
    }
    return isNoted;
  }

  private boolean note(WorkspaceId workspace, AgentId agent, boolean isLast) {
    Instant now = clock.instant();
    ActingAgent report = ActingAgent.reported(agent, now, isLast ? now : now.plus(SILENCE));
    boolean isChange;
    synchronized (this) {
      ActingAgent before = reports.getOrDefault(workspace, Map.of()).get(agent);
      if (before == null && (isLast || !hasRoom(workspace, now))) {
        return false;
      }
      reports.computeIfAbsent(workspace, first -> new HashMap<>()).put(agent, report);
      count += before == null ? 1 : 0;
      isChange = (before != null && before.isThereAt(now)) == isLast;
    }
    if (isChange) {
      listener.accept(workspace);
    }
    return true;
  }

  /** Returns true if one more can be noted; where there are too many, those that are gone go. */
  private boolean hasRoom(WorkspaceId workspace, Instant now) {
    if (isFull(workspace)) {
      reports.forEach(
          (each, known) ->
              known
                  .values()
                  .removeIf(
                      report -> {
                        boolean isGone = !report.isThereAt(now);
                        if (isGone) {
                          activities.remove(each, report.agent());
                        }
                        return isGone;
                      }));
      reports.values().removeIf(Map::isEmpty);
      count = reports.values().stream().mapToInt(Map::size).sum();
    }
    return !isFull(workspace);
  }

  private boolean isFull(WorkspaceId workspace) {
    return count >= MAX_AGENTS
        || reports.getOrDefault(workspace, Map.of()).size() >= MAX_OF_WORKSPACE;
  }

  /** Returns the agents of a workspace that reported, also those that are gone. */
  public synchronized List<ActingAgent> of(WorkspaceId workspace) {
    return List.copyOf(reports.getOrDefault(workspace, Map.of()).values());
  }
}
