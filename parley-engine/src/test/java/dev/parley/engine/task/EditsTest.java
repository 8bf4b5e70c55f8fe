package dev.parley.engine.task;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.ConnectOptions;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.RecordedEvent;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.TaskFinished;
import dev.parley.session.Session;
import dev.parley.task.Gate;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Edits of the content of tasks: who may make them, what they change, and what they leave. */
@OnStores
class EditsTest extends OpenBoard {
  private static final TaskEdit ALL =
      new TaskEdit(Optional.of("new"), Optional.of("said"), Optional.of(Priority.CRITICAL));

  private Session lead() {
    return parley()
        .connect(ConnectOptions.of("lea").in(workspace()).during(MAIN).asPerson().asLead())
        .sessions()
        .current();
  }

  private Task create(TaskDraft.Builder draft) {
    return session("alice").tasks().create(draft.build());
  }

  private List<RecordedEvent> changes(Task task) {
    return session("alice").changesOf(task.id(), 100).items();
  }

  private List<SessionMessage> messages(String agent) {
    return session(agent).messages().after(0);
  }

  @Test
  void edit_byItsCreator_changesTheContentAndNothingElse() {
    Task before = create(TaskDraft.titled("before"));
    Task task =
        create(
            TaskDraft.titled("old")
                .description("d")
                .assignee(BOB)
                .dependsOn(before.id())
                .gates(Gate.artifact("a"))
                .because("r"));
    clock().advance(Duration.ofMillis(5));
    Task edited = session("alice").tasks().edit(task.id(), ALL);
    TaskDraft draft =
        TaskDraft.titled("new")
            .description("said")
            .priority(Priority.CRITICAL)
            .assignee(BOB)
            .dependsOn(before.id())
            .gates(Gate.artifact("a"))
            .because("r")
            .build();
    assertThat(edited)
        .isEqualTo(
            new Task(
                task.id(),
                MAIN,
                draft,
                ALICE,
                0,
                TaskStatus.TODO,
                Optional.of(BOB),
                Optional.empty(),
                task.createdAt(),
                clock().instant()));
    assertThat(session("bob").tasks().find(task.id())).contains(edited);
    assertThat(session("bob").tasks().list(TaskFilter.ALL)).containsExactly(before, edited);
    RecordedEvent last = changes(task).get(1);
    assertThat(last.agent()).contains(ALICE);
    assertThat(last.event())
        .isEqualTo(new TaskChanged(task.id(), TaskStatus.TODO, Optional.of(BOB)));
  }

  @Test
  void edit_ofOneField_leavesTheOthers_andAnEmptyDescriptionRemovesIt() {
    Tasks alice = session("alice").tasks();
    Task task = create(TaskDraft.titled("t").description("d").priority(Priority.LOW));
    assertThat(alice.edit(task.id(), TaskEdit.titled("u")).draft())
        .isEqualTo(TaskDraft.titled("u").description("d").priority(Priority.LOW).build());
    assertThat(alice.edit(task.id(), TaskEdit.ranked(Priority.HIGH)).draft())
        .isEqualTo(TaskDraft.titled("u").description("d").priority(Priority.HIGH).build());
    assertThat(alice.edit(task.id(), TaskEdit.described("")).draft())
        .isEqualTo(TaskDraft.titled("u").priority(Priority.HIGH).build());
    String longest = "😀".repeat(TaskDraft.MAX_DESCRIPTION / 2);
    assertThat(alice.edit(task.id(), TaskEdit.described(longest)).draft().description())
        .contains(longest);
    assertThat(alice.edit(task.id(), TaskEdit.titled("😀".repeat(128))).draft().title())
        .hasSize(TaskDraft.MAX_TITLE);
  }

  @Test
  void edit_toWhatItIs_doesNothing() {
    Task task = create(TaskDraft.titled("t").assignee(BOB));
    int said = messages("bob").size();
    clock().advance(Duration.ofMillis(5));
    TaskEdit same = new TaskEdit(Optional.of("t"), Optional.of(""), Optional.of(Priority.MEDIUM));
    assertThat(session("alice").tasks().edit(task.id(), same)).isEqualTo(task);
    assertThat(changes(task)).hasSize(1);
    assertThat(messages("bob")).hasSize(said);
  }

  @Test
  void edit_isForItsCreatorAndLeads_andForNobodyElse() {
    Task task = create(TaskDraft.titled("t").assignee(BOB));
    session("bob").tasks().claim(task.id());
    for (String other : List.of("bob", "carol")) {
      assertThat(refused(() -> session(other).tasks().edit(task.id(), ALL)))
          .isEqualTo(new NotPermitted("not the task creator"));
    }
    assertThat(changes(task)).hasSize(2);
    Task edited = lead().tasks().edit(task.id(), ALL);
    assertThat(edited.draft().title()).isEqualTo("new");
    assertThat(edited.createdBy()).isEqualTo(ALICE);
    assertThat(changes(task).get(2).agent()).contains(new AgentId("lea"));
    assertThat(refused(() -> lead().tasks().edit(new TaskId("none"), ALL)))
        .isEqualTo(new NotFound("task"));
  }

  @Test
  void edit_ofAClaimedTask_leavesItsClaim() {
    Task task = create(TaskDraft.titled("t"));
    Task claimed = session("bob").tasks().claim(task.id()).task().orElseThrow();
    Task edited = session("alice").tasks().edit(task.id(), ALL);
    assertThat(edited.status()).isEqualTo(TaskStatus.IN_PROGRESS);
    assertThat(edited.lease()).isEqualTo(claimed.lease()).isPresent();
    Optional<Long> token = claimed.lease().map(lease -> lease.fencingToken());
    assertThat(session("bob").tasks().renew(task.id(), token).fencingToken())
        .isEqualTo(token.orElseThrow());
  }

  @Test
  void edit_ofADoneTask_isRefusedUntilItIsReopened() {
    Tasks alice = session("alice").tasks();
    Task task = create(TaskDraft.titled("t"));
    alice.update(task.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(refused(() -> alice.edit(task.id(), ALL))).isEqualTo(new TaskFinished("done"));
    assertThat(refused(() -> lead().tasks().edit(task.id(), ALL)))
        .isEqualTo(new TaskFinished("done"));
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.TODO));
    assertThat(alice.edit(task.id(), ALL).draft().title()).isEqualTo("new");
  }

  @Test
  void edit_ofThePriority_changesTheTurn() {
    Tasks alice = session("alice").tasks();
    create(TaskDraft.titled("first"));
    Task second = create(TaskDraft.titled("second").priority(Priority.LOW));
    alice.edit(second.id(), TaskEdit.ranked(Priority.HIGH));
    assertThat(session("bob").tasks().claimNext().task().orElseThrow().id()).isEqualTo(second.id());
  }

  @Test
  void key_findsTheTaskAfterEdits_byItsFirstContentAlone() {
    Tasks alice = session("alice").tasks();
    TaskDraft draft =
        TaskDraft.titled("t").description("d").priority(Priority.LOW).once("k").build();
    Task task = alice.create(draft);
    alice.edit(task.id(), TaskEdit.titled("second"));
    assertThat(alice.create(draft).id()).isEqualTo(task.id());
    Task edited = alice.edit(task.id(), ALL);
    assertThat(alice.create(draft)).as("as it is now").isEqualTo(edited);
    TaskDraft.Builder now = TaskDraft.titled("new").description("said").priority(Priority.CRITICAL);
    assertThat(
            Stream.of(
                now,
                TaskDraft.titled("second").description("d").priority(Priority.LOW),
                TaskDraft.titled("t").description("d").priority(Priority.HIGH),
                TaskDraft.titled("t").priority(Priority.LOW),
                TaskDraft.titled("t").description("").priority(Priority.LOW),
                TaskDraft.titled("td").priority(Priority.LOW)))
        .allSatisfy(
            other ->
                assertThat(refused(() -> alice.create(other.once("k").build())))
                    .isEqualTo(new KeyReused("k", "task", task.id().value())));
    assertThat(alice.list(TaskFilter.ALL)).hasSize(1);
  }

  @Test
  void edit_reachesTheAssignee_once() {
    Task task = create(TaskDraft.titled("t").assignee(BOB));
    lead().tasks().edit(task.id(), ALL);
    List<SessionMessage> said = messages("bob");
    SessionMessage last = said.get(said.size() - 1);
    assertThat(said).hasSize(2);
    assertThat(last.from()).isEqualTo(new AgentId("lea"));
    assertThat(last.to()).contains(BOB);
    assertThat(last.draft().content())
        .isEqualTo("lea changed the title, description and priority of task \"new\".");
    assertThat(last.draft().metadata())
        .isEqualTo(
            Map.of(
                SessionMessageDraft.EVENT,
                "task_edited",
                "parley.task",
                task.id().value(),
                "parley.status",
                "todo"));
    assertThat(messages("alice")).isEmpty();
    session("alice").tasks().edit(task.id(), TaskEdit.ranked(Priority.LOW));
    assertThat(messages("bob").get(2).draft().content())
        .isEqualTo("alice changed the priority of task \"new\".");
  }

  @Test
  void edit_ofOnesOwnOrAFreeTask_sendsNothing() {
    Task own = create(TaskDraft.titled("t").assignee(ALICE));
    Task free = create(TaskDraft.titled("t"));
    session("alice").tasks().edit(own.id(), ALL);
    session("alice").tasks().edit(free.id(), ALL);
    assertThat(messages("alice")).isEmpty();
    assertThat(messages("bob")).isEmpty();
  }
}
