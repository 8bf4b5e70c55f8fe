package dev.parley.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.Session;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.Awaited;
import dev.parley.session.WorkState.Kind;
import dev.parley.session.WorkState.OwnTask;
import dev.parley.session.WorkState.TaskCount;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The states of agents. Each rule is seen with the facts that decide it and with one too few. */
@OnStores
class WorkStatesTest extends OpenBoard {
  private static final Duration MOMENT = Duration.ofMillis(50);

  private Instant later() {
    clock().advance(MOMENT);
    return clock().instant();
  }

  private Optional<WorkState> find(AgentId agent) {
    return session("watcher").workStates().stream()
        .filter(state -> state.agent().equals(agent))
        .findFirst();
  }

  private WorkState state(AgentId agent) {
    return find(agent).orElseThrow();
  }

  private Task create(String title) {
    return session("lea").tasks().create(TaskDraft.titled(title).build());
  }

  private Task createFor(AgentId assignee, String title, Task... dependencies) {
    TaskDraft.Builder draft = TaskDraft.titled(title).assignee(assignee);
    return session("lea")
        .tasks()
        .create(
            dependencies.length == 0
                ? draft.build()
                : draft.dependsOn(List.of(dependencies).stream().map(Task::id).toList()).build());
  }

  private void claim(String agent, Task task) {
    assertThat(session(agent).tasks().claim(task.id()).task()).isPresent();
  }

  private void move(String agent, Task task, TaskStatus status) {
    var unused = session(agent).tasks().update(task.id(), TaskChange.to(status));
  }

  private void say(String agent, String content) {
    var unused = session(agent).messages().send(SessionMessageDraft.broadcast(content));
  }

  private void say(String agent, AgentId to, String content) {
    var unused = session(agent).messages().send(SessionMessageDraft.direct(to, content));
  }

  private Review ask(String agent, AgentId reviewer) {
    Session session = session(agent);
    Artifact artifact =
        session.artifacts().post(ArtifactDraft.of("plan", ArtifactType.REPORT, "words"));
    return session.reviews().request(artifact.id(), reviewer);
  }

  @Test
  void claimedTask_isWorkedOn_sinceTheClaim() {
    Task task = create("Wire the parser");
    Instant claimed = later();
    claim("alice", task);
    later();
    say("alice", "Begun.");
    WorkState state = state(ALICE);
    assertThat(state.kind()).isEqualTo(Kind.WORKING);
    assertThat(state.since()).isEqualTo(claimed);
    OwnTask own = state.task().orElseThrow();
    assertThat(own.id()).isEqualTo(task.id());
    assertThat(own.title()).isEqualTo("Wire the parser");
    // her message may have renewed it already
    assertThat(own.leaseUntil().orElseThrow())
        .isBetween(claimed.plus(LEASE), clock().instant().plus(LEASE));
    assertThat(state.waitsFor()).isEmpty();
    assertThat(state.tasks()).isEqualTo(new TaskCount(0, 1));
  }

  @Test
  void ofTwoClaimedTasks_theNewerOneIsWorkedOn() {
    Task first = create("First");
    Task second = create("Second");
    claim("alice", second);
    later();
    claim("alice", first);
    assertThat(state(ALICE).task().map(OwnTask::title)).contains("First");
  }

  @Test
  void taskWhoseLeaseHasPassed_isNotWorkedOn() {
    claim("alice", create("t"));
    letALeasePass();
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void agentThatOnlySpoke_isIdle_sinceItsLastAct() {
    say("alice", "Here.");
    Instant last = later();
    say("alice", "Still here.");
    later();
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
    assertThat(state(ALICE).since()).isEqualTo(last);
    assertThat(state(ALICE).tasks()).isEqualTo(TaskCount.NONE);
  }

  @Test
  void agentThatOnlyGotAMessage_hasNoState() {
    say("alice", BOB, "Hi");
    assertThat(find(BOB)).isEmpty();
  }

  @Test
  void declaredWait_isAWait_forTheOneItWasWrittenTo_withItsWords() {
    Task task = create("t");
    claim("alice", task);
    Instant declared = later();
    say("alice", CAROL, " end:waiting |  which\n format?");
    WorkState state = state(ALICE);
    assertThat(state.kind()).isEqualTo(Kind.WAITING);
    assertThat(state.since()).isEqualTo(declared);
    assertThat(state.reason()).contains("which format?");
    assertThat(state.task().map(OwnTask::id)).contains(task.id());
    Awaited awaited = state.waitsFor().orElseThrow();
    assertThat(awaited.cause()).isEqualTo(Awaited.Cause.ANSWER);
    assertThat(awaited.agent()).contains(CAROL);
  }

  @Test
  void declaredWait_endsWithADirectMessage_andNotWithOneToAll() {
    say("alice", "end:waiting | for the word");
    assertThat(state(ALICE).waitsFor().orElseThrow().agent()).isEmpty();
    say("bob", "Good morning");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.WAITING);
    say("bob", ALICE, "Go on");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
    assertThat(state(ALICE).reason()).isEmpty();
    say("alice", "end:waiting | once more");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.WAITING);
  }

  @Test
  void declaredWait_toAll_withAPendingReview_isForItsReviewer() {
    Review review = ask("alice", BOB);
    later();
    say("alice", "end:waiting | for the verdict");
    Awaited awaited = state(ALICE).waitsFor().orElseThrow();
    assertThat(awaited.cause()).isEqualTo(Awaited.Cause.REVIEW);
    assertThat(awaited.agent()).contains(BOB);
    assertThat(awaited.artifact()).contains(review.artifact());
    assertThat(state(ALICE).reason()).contains("for the verdict");
  }

  @Test
  void declaredEnd_isVoid_afterAnotherAct() {
    for (String end : List.of("end:waiting | x", "end:_done | x", "end:failed | x")) {
      say("alice", end);
      assertThat(state(ALICE).kind()).isNotEqualTo(Kind.IDLE);
      var unused = session("alice").tasks().create(TaskDraft.titled("more").build());
      assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
      say("alice", end);
      say("alice", "One word more");
      assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
    }
  }

  @Test
  void declaredFailure_isAFailure_evenWithATaskHeld() {
    claim("alice", create("t"));
    Instant declared = later();
    say("alice", "end:failed | no disk");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.FAILED);
    assertThat(state(ALICE).since()).isEqualTo(declared);
    assertThat(state(ALICE).reason()).contains("no disk");
  }

  @Test
  void declaredDone_isDone_butNotWithATaskHeld() {
    say("alice", "end:_done | confidence:0.9 | all of it");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.DONE);
    assertThat(state(ALICE).reason()).contains("confidence:0.9 | all of it");
    claim("bob", create("t"));
    say("bob", "end:_done | all of it");
    assertThat(state(BOB).kind()).isEqualTo(Kind.WORKING);
    assertThat(state(BOB).reason()).isEmpty();
  }

  @Test
  void declaredDone_isOver_withANewTask() {
    say("alice", "end:_done");
    assertThat(state(ALICE).reason()).isEmpty();
    later();
    createFor(ALICE, "one more");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void requestedReview_isWaitedFor_untilItsVerdict() {
    Instant asked = later();
    Review review = ask("alice", CAROL);
    later();
    say("alice", "Asked carol.");
    WorkState state = state(ALICE);
    assertThat(state.kind()).isEqualTo(Kind.WAITING);
    assertThat(state.since()).isEqualTo(asked);
    assertThat(state.waitsFor().orElseThrow().agent()).contains(CAROL);
    var unused =
        session("carol").reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty());
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
    assertThat(state(CAROL).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void requestedReview_withATaskHeld_isNoWait() {
    var unused = ask("alice", CAROL);
    claim("alice", create("t"));
    assertThat(state(ALICE).kind()).isEqualTo(Kind.WORKING);
  }

  @Test
  void taskInReview_isWaitedFor() {
    Task task = create("t");
    claim("alice", task);
    Instant moved = later();
    move("alice", task, TaskStatus.IN_REVIEW);
    WorkState state = state(ALICE);
    assertThat(state.kind()).isEqualTo(Kind.WAITING);
    assertThat(state.since()).isEqualTo(moved);
    assertThat(state.task().map(OwnTask::id)).contains(task.id());
    assertThat(state.waitsFor().orElseThrow().cause()).isEqualTo(Awaited.Cause.REVIEW);
    assertThat(state.waitsFor().orElseThrow().agent()).isEmpty();
  }

  @Test
  void blockedTasksOnly_areAWait_forTheOneThatHasTheDependency() {
    Task parser = create("Wire the parser");
    Task docs = createFor(ALICE, "Write docs", parser);
    claim("bob", parser);
    later();
    WorkState state = state(ALICE);
    assertThat(state.kind()).isEqualTo(Kind.WAITING);
    assertThat(state.task().map(OwnTask::id)).contains(docs.id());
    Awaited awaited = state.waitsFor().orElseThrow();
    assertThat(awaited.cause()).isEqualTo(Awaited.Cause.DEPENDENCY);
    assertThat(awaited.agent()).contains(BOB);
    assertThat(awaited.task().map(OwnTask::title)).contains("Wire the parser");
    move("bob", parser, TaskStatus.DONE);
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void blockedTask_besideAReadyOne_isNoWait() {
    createFor(ALICE, "Write docs", create("Wire the parser"));
    createFor(ALICE, "Sweep");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void finishedTasks_makeDone_untilTheNextAct() {
    Task first = create("first");
    Task second = createFor(ALICE, "second");
    claim("alice", first);
    later();
    move("alice", first, TaskStatus.DONE);
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
    assertThat(state(ALICE).tasks()).isEqualTo(new TaskCount(1, 2));
    claim("alice", second);
    Instant finished = later();
    move("alice", second, TaskStatus.DONE);
    later();
    say("alice", "Completed: both");
    assertThat(state(ALICE).kind()).isEqualTo(Kind.DONE);
    assertThat(state(ALICE).since()).isEqualTo(finished);
    later();
    var unused = session("alice").tasks().create(TaskDraft.titled("found on the way").build());
    assertThat(state(ALICE).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void agentsBehindOneConnection_haveTheirOwnStates() {
    Session shared = session("bridge");
    Task task = create("t");
    var unused = shared.as(ALICE).tasks().claim(task.id());
    var unusedToo = shared.as(BOB).messages().send(SessionMessageDraft.broadcast("end:waiting"));
    assertThat(state(ALICE).kind()).isEqualTo(Kind.WORKING);
    assertThat(state(BOB).kind()).isEqualTo(Kind.WAITING);
    assertThat(find(new AgentId("bridge"))).isEmpty();
  }

  @Test
  void sessionsOfTwoWorkspaces_doNotMix() {
    claim("alice", create("t"));
    Session other =
        parley()
            .connect(
                ConnectOptions.of("alice")
                    .in(new WorkspaceId(workspace().value() + "-b"))
                    .during(MAIN))
            .sessions()
            .current();
    assertThat(other.workStates()).isEmpty();
    assertThat(session("watcher").workStates()).hasSize(2);
  }

  @Test
  void statesOfThoseThatActedLast_comeFirst_uponEveryNode() {
    for (String agent : List.of("bob", "alice", "carol")) {
      later();
      say(agent, "x");
    }
    assertThat(session("watcher").workStates())
        .extracting(WorkState::agent)
        .containsExactly(CAROL, ALICE, BOB);
    try (var node = another("second").build()) {
      assertThat(session(node, "watcher", MAIN).workStates())
          .isEqualTo(session("watcher").workStates());
    }
  }
}
