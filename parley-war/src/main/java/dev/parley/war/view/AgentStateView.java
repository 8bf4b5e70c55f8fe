package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.presence.AgentStatus;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.Awaited;
import dev.parley.session.WorkState.OwnTask;
import dev.parley.session.WorkState.TaskCount;
import dev.parley.war.view.AgentSources.Acts;
import dev.parley.war.wake.AgentActivity;
import dev.parley.war.wire.Timestamps;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of an agent as it is shown: its state in the current session, joined with its presence
 * and with the hooks of this node. An agent that is not connected is gone. One whose hooks report a
 * turn that began after its last state is working, on no task.
 */
record AgentStateView(
    String kind,
    @Nullable String since,
    @Nullable TaskLine task,
    @Nullable Wait waitsFor,
    @Nullable String reason,
    long done,
    long tasks) {
  private static final String GONE = "gone";

  /** A task by its title. */
  record TaskLine(String id, String title, @Nullable String leaseUntil) {
    static TaskLine of(OwnTask task) {
      return new TaskLine(
          task.id().value(), task.title(), task.leaseUntil().map(Timestamps::iso).orElse(null));
    }
  }

  /** The event it waits for. */
  record Wait(
      String kind, @Nullable String agent, @Nullable TaskLine task, @Nullable String artifact) {
    static Wait of(Awaited awaited) {
      return new Wait(
          wireName(awaited.cause()),
          awaited.agent().map(AgentId::value).orElse(null),
          awaited.task().map(TaskLine::of).orElse(null),
          awaited.artifact().map(ArtifactId::value).orElse(null));
    }
  }

  static AgentStateView of(AgentStatus agent, Acts acts) {
    Optional<WorkState> work = acts.work();
    TaskCount tasks = work.map(WorkState::tasks).orElse(TaskCount.NONE);
    if (!agent.online()) {
      return of(GONE, Optional.of(agent.lastSeen()), work.filter(AgentStateView::isWorking), tasks);
    }
    Optional<Instant> turn =
        acts.activity()
            .filter(activity -> activity.state() == AgentActivity.State.WORKING)
            .map(AgentActivity::since)
            .filter(begun -> work.map(state -> isResumed(state, begun)).orElse(true));
    if (turn.isPresent()) {
      return of(wireName(WorkState.Kind.WORKING), turn, Optional.empty(), tasks);
    }
    return of(
        wireName(work.map(WorkState::kind).orElse(WorkState.Kind.IDLE)),
        work.map(WorkState::since),
        work,
        tasks);
  }

  /** Returns whether a turn begun then ended a state: work on a task goes on in any turn. */
  private static boolean isResumed(WorkState state, Instant begun) {
    return !isWorking(state) && begun.isAfter(state.since());
  }

  private static boolean isWorking(WorkState state) {
    return state.kind() == WorkState.Kind.WORKING;
  }

  /** Returns whether it says that its work is over. */
  static boolean isOver(WorkState state) {
    return state.kind() == WorkState.Kind.DONE || state.kind() == WorkState.Kind.FAILED;
  }

  private static AgentStateView of(
      String kind, Optional<Instant> since, Optional<WorkState> shown, TaskCount tasks) {
    return new AgentStateView(
        kind,
        since.map(Timestamps::iso).orElse(null),
        shown.flatMap(WorkState::task).map(TaskLine::of).orElse(null),
        shown.flatMap(WorkState::waitsFor).map(Wait::of).orElse(null),
        shown.flatMap(WorkState::reason).orElse(null),
        tasks.done(),
        tasks.all());
  }

  private static String wireName(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
