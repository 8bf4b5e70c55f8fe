package dev.parley.engine.work;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.id.AgentId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.session.CompletionCheck;
import dev.parley.session.CompletionCheck.Obstacle;
import dev.parley.session.CompletionCheck.PendingTask;
import dev.parley.session.WorkState.Kind;
import dev.parley.task.Lease;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks whether an agent may end: its tasks, its unread messages, its declared end. */
@OnStores
class CompletionChecksTest extends OpenBoard {
  private CompletionCheck check(AgentId who) {
    return session("watcher").completionCheck(who);
  }

  private Task create(String title) {
    return session("lea").tasks().create(TaskDraft.titled(title).build());
  }

  private Task createFor(AgentId assignee, String title) {
    return session("lea").tasks().create(TaskDraft.titled(title).assignee(assignee).build());
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

  private void write(String agent, AgentId to, String content) {
    var unused = session(agent).messages().send(SessionMessageDraft.direct(to, content));
  }

  private void read(String agent) {
    assertThat(session(agent).messages().after(0)).isNotEmpty();
  }

  @Test
  void sessionWithoutTasks_isNotDone_andKeepsNobody() {
    CompletionCheck check = check(ALICE);
    assertThat(check.agent()).isEqualTo(ALICE);
    assertThat(check.isAllDone()).isFalse();
    assertThat(check.total()).isZero();
    assertThat(check.pending()).isEmpty();
    assertThat(check.unread()).isZero();
    assertThat(check.declared()).isEmpty();
    assertThat(check.mayEnd()).isTrue();
  }

  @Test
  void tasksThatAreNotDone_arePending_inTheOrderOfTheirCreation() {
    Task first = create("first");
    Task second = create("second");
    Task third = create("third");
    claim("alice", second);
    claim("bob", first);
    move("bob", first, TaskStatus.DONE);
    claim("bob", third);
    move("bob", third, TaskStatus.IN_REVIEW);
    CompletionCheck check = check(CAROL);
    assertThat(check.done()).isEqualTo(1);
    assertThat(check.total()).isEqualTo(3);
    assertThat(check.isAllDone()).isFalse();
    assertThat(check.isTruncated()).isFalse();
    assertThat(check.pending()).extracting(PendingTask::title).containsExactly("second", "third");
    assertThat(check.pending())
        .extracting(PendingTask::status)
        .containsExactly(TaskStatus.IN_PROGRESS, TaskStatus.IN_REVIEW);
    assertThat(check.pending().get(0).assignee()).contains(ALICE);
    assertThat(check.mayEnd()).isTrue();
    move("alice", second, TaskStatus.DONE);
    move("bob", third, TaskStatus.DONE);
    assertThat(check(CAROL).isAllDone()).isTrue();
  }

  @Test
  void claimedTask_keepsItsHolder_untilItIsDoneOrInReview() {
    Task task = create("Wire the parser");
    claim("alice", task);
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.OPEN_TASKS);
    assertThat(check(ALICE).open()).extracting(PendingTask::id).containsExactly(task.id());
    assertThat(check(BOB).mayEnd()).isTrue();
    move("alice", task, TaskStatus.IN_REVIEW);
    assertThat(check(ALICE).mayEnd()).isTrue();
  }

  @Test
  void assignedTask_keepsItsAssignee_onceItsDependenciesAreDone() {
    Task parser = create("Wire the parser");
    var unused =
        session("lea")
            .tasks()
            .create(
                TaskDraft.titled("Write docs")
                    .assignee(ALICE)
                    .dependsOn(List.of(parser.id()))
                    .build());
    read("alice");
    assertThat(check(ALICE).mayEnd()).isTrue();
    claim("bob", parser);
    move("bob", parser, TaskStatus.DONE);
    assertThat(check(ALICE).open()).extracting(PendingTask::title).containsExactly("Write docs");
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.OPEN_TASKS);
  }

  @Test
  void messageToOneAlone_keepsIt_untilACallReturnsIt() {
    write("bob", ALICE, "Which format?");
    say("bob", "To everyone");
    assertThat(check(ALICE).unread()).isEqualTo(1);
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.UNREAD_MESSAGES);
    assertThat(check(BOB).mayEnd()).isTrue();
    read("alice");
    assertThat(check(ALICE).unread()).isZero();
    assertThat(check(ALICE).mayEnd()).isTrue();
  }

  @Test
  void declaredWaitOrFailure_excusesOpenTasks_andNoUnreadMessages() {
    for (String end : List.of("end:waiting | for the word", "end:failed | no disk")) {
      claim("alice", create("t"));
      say("alice", end);
      assertThat(check(ALICE).mayEnd()).as(end).isTrue();
    }
    assertThat(check(ALICE).declared()).contains(Kind.FAILED);
    assertThat(check(ALICE).open()).hasSize(2);
    write("bob", ALICE, "Go on");
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.UNREAD_MESSAGES);
  }

  @Test
  void declaredWait_isOver_onceItIsAnswered() {
    claim("alice", create("t"));
    say("alice", "end:waiting | for the word");
    assertThat(check(ALICE).declared()).contains(Kind.WAITING);
    write("bob", ALICE, "Go on");
    read("alice");
    assertThat(check(ALICE).declared()).isEmpty();
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.OPEN_TASKS);
  }

  @Test
  void declaredDone_excusesNoOpenTask() {
    claim("alice", create("t"));
    say("alice", "end:_done | all of it");
    assertThat(check(ALICE).declared()).contains(Kind.DONE);
    assertThat(check(ALICE).obstacles()).containsExactly(Obstacle.OPEN_TASKS);
  }

  @Test
  void pendingTasks_areListedToABound() {
    for (int i = 0; i <= CompletionCheck.MAX_TASKS; i++) {
      var unused = createFor(ALICE, "t" + i);
    }
    CompletionCheck check = check(ALICE);
    assertThat(check.total()).isEqualTo(CompletionCheck.MAX_TASKS + 1);
    assertThat(check.pending()).hasSize(CompletionCheck.MAX_TASKS);
    assertThat(check.open()).hasSize(CompletionCheck.MAX_TASKS);
    assertThat(check.isTruncated()).isTrue();
  }

  /** An agent that is gone does not hold its tasks because somebody asks about it. */
  @Test
  void check_renewsNoLeaseOfTheOneItIsAbout() {
    Task task = create("t");
    Task other = create("renewed beside it");
    claim("alice", task);
    claim("bob", other);
    Instant until = until(task);
    clock().advance(LEASE.dividedBy(2));
    assertThat(check(ALICE).mayEnd()).isFalse();
    connect("bob").renewLeases(BOB);
    eventually("the call of bob renews", () -> until(other).isAfter(until));
    assertThat(until(task)).isEqualTo(until);
  }

  private Instant until(Task task) {
    return session("watcher")
        .tasks()
        .find(task.id())
        .orElseThrow()
        .lease()
        .map(Lease::until)
        .orElseThrow();
  }
}
