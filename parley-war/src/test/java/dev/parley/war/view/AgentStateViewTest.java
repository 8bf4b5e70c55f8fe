package dev.parley.war.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.presence.AgentStatus;
import dev.parley.session.Thought;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.Kind;
import dev.parley.session.WorkState.OwnTask;
import dev.parley.session.WorkState.TaskCount;
import dev.parley.war.view.AgentSources.Acts;
import dev.parley.war.wake.AgentActivity;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The join of a state with presence and hooks. */
class AgentStateViewTest {
  private static final AgentId BE = new AgentId("be");
  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final AgentStatus HERE = new AgentStatus(BE, true, List.of(), LATER);
  private static final AgentStatus AWAY = new AgentStatus(BE, false, List.of(), LATER);

  private static WorkState work(Kind kind) {
    boolean works = kind == Kind.WORKING;
    return new WorkState(
        BE,
        kind,
        NOON,
        Optional.of(new OwnTask(new TaskId("t"), "Title", Optional.empty())).filter(t -> works),
        Optional.empty(),
        Optional.empty(),
        new TaskCount(1, 2));
  }

  private static AgentStateView of(
      AgentStatus status, Optional<WorkState> work, Optional<AgentActivity> activity) {
    return AgentStateView.of(status, new Acts(work, activity));
  }

  private static Optional<AgentActivity> hook(AgentActivity.State state, Instant since) {
    return Optional.of(new AgentActivity(state, "Edit", "a.js", since));
  }

  @Test
  void agentThatIsAway_isGone_whateverItDid() {
    for (Kind kind : Kind.values()) {
      AgentStateView state = of(AWAY, Optional.of(work(kind)), Optional.empty());
      assertThat(state.kind()).isEqualTo("gone");
      assertThat(state.since()).isEqualTo("2026-01-02T12:01:00.000Z");
      assertThat(state.task() != null).isEqualTo(kind == Kind.WORKING);
      assertThat(state.done()).isEqualTo(1);
    }
  }

  @Test
  void agentWithoutActs_isIdle_sinceNoKnownTime() {
    AgentStateView state = of(HERE, Optional.empty(), Optional.empty());
    assertThat(state.kind()).isEqualTo("idle");
    assertThat(state.since()).isNull();
    assertThat(state.tasks()).isZero();
  }

  @Test
  void turnThatBeganLater_makesEveryStateButWorkAWorkingOne_onNoTask() {
    for (Kind kind : EnumSet.complementOf(EnumSet.of(Kind.WORKING))) {
      Optional<WorkState> work = Optional.of(work(kind));
      AgentStateView state = of(HERE, work, hook(AgentActivity.State.WORKING, LATER));
      assertThat(state.kind()).isEqualTo("working");
      assertThat(state.since()).isEqualTo("2026-01-02T12:01:00.000Z");
      assertThat(state.task()).isNull();
      assertThat(of(HERE, work, hook(AgentActivity.State.WORKING, NOON)).kind())
          .isEqualTo(kind.name().toLowerCase(Locale.ROOT));
      assertThat(of(HERE, work, hook(AgentActivity.State.IDLE, LATER)).kind())
          .isEqualTo(kind.name().toLowerCase(Locale.ROOT));
    }
    assertThat(of(HERE, Optional.empty(), hook(AgentActivity.State.WORKING, NOON)).kind())
        .isEqualTo("working");
  }

  @Test
  void turnOfAnAgentThatWorksOnATask_leavesTheTask() {
    AgentStateView state =
        of(HERE, Optional.of(work(Kind.WORKING)), hook(AgentActivity.State.WORKING, LATER));
    assertThat(state.since()).isEqualTo("2026-01-02T12:00:00.000Z");
    assertThat(state.task()).isNotNull();
  }

  /** The node that has the thought may not be the one that finished the task. */
  @Test
  void thought_isOver_withTheWorkItBelongsTo() {
    Thought before = new Thought(BE, "at it", NOON);
    Thought after = new Thought(BE, "at more", LATER);
    for (Kind kind : Kind.values()) {
      boolean isOver = kind == Kind.DONE || kind == Kind.FAILED;
      assertThat(AgentView.isAlive(work(kind), before)).isEqualTo(!isOver);
      assertThat(AgentView.isAlive(work(kind), after)).isTrue();
    }
  }
}
