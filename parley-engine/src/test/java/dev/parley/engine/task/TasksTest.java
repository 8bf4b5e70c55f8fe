package dev.parley.engine.task;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.engine.session.SessionLimits;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.PageSize;
import dev.parley.problem.DependenciesOpen;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.SessionFull;
import dev.parley.problem.TooManyDerived;
import dev.parley.problem.TooManyDerived.Bound;
import dev.parley.problem.TransitionRefused;
import dev.parley.problem.UnknownDependencies;
import dev.parley.session.Session;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of tasks, but for who gets them; see {@link ClaimsTest}. */
@OnStores
class TasksTest extends OpenBoard {
  @Test
  void create_puts_whatWasAskedForOnTheBoard() {
    Tasks tasks = session("alice").tasks();
    TaskId before = create(tasks, "before").id();
    TaskDraft draft =
        TaskDraft.titled("Größe 📏")
            .priority(Priority.CRITICAL)
            .description("d".repeat(TaskDraft.MAX_DESCRIPTION))
            .assignee(BOB)
            .dependsOn(before)
            .once("k")
            .because("r".repeat(TaskDraft.MAX_REASON))
            .build();
    Task task = tasks.create(draft);
    assertThat(task)
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
                clock().instant(),
                clock().instant()));
    assertThat(session("bob").tasks().find(task.id())).contains(task);
    assertThat(session("bob").tasks().list(TaskFilter.ALL)).element(1).isEqualTo(task);
  }

  @Test
  void create_withAnEmptyTitleAndTheLongestOne_keepsBoth() {
    Tasks tasks = session("alice").tasks();
    assertThat(tasks.find(create(tasks, "").id()).orElseThrow().draft().title()).isEmpty();
    String longest = "😀".repeat(TaskDraft.MAX_TITLE / 2);
    assertThat(tasks.find(create(tasks, longest).id()).orElseThrow().draft().title())
        .isEqualTo(longest);
  }

  @Test
  void create_withoutAKey_makesANewOneEachTime() {
    Tasks tasks = session("alice").tasks();
    TaskDraft unkeyed = TaskDraft.titled("t").once("").build();
    assertThat(tasks.create(unkeyed).id()).isNotEqualTo(tasks.create(unkeyed).id());
  }

  @Test
  void create_underAUsedKeyOfTheCaller_isTheFirstOne() {
    Tasks tasks = session("alice").tasks();
    TaskDraft draft =
        TaskDraft.titled("first").priority(Priority.LOW).assignee(ALICE).once("k").build();
    Task first = tasks.create(draft);
    assertThat(tasks.create(draft)).isEqualTo(first);
    Task claimed = tasks.claim(first.id()).task().orElseThrow();
    tasks.update(
        claimed.id(), new TaskChange(Optional.empty(), Optional.of(BOB), Optional.empty()));
    assertThat(tasks.create(draft).id()).isEqualTo(first.id());
    assertThat(tasks.list(TaskFilter.ALL)).hasSize(1);
  }

  @Test
  void create_underAUsedKeyWithOtherContent_isRefusedNamingTheFirstOne() {
    Tasks tasks = session("alice").tasks();
    TaskDraft draft = TaskDraft.titled("first").priority(Priority.LOW).once("k").build();
    Task first = tasks.create(draft);
    Task other = tasks.create(TaskDraft.titled("other").build());
    assertThat(
            Stream.of(
                TaskDraft.titled("second").priority(Priority.LOW),
                TaskDraft.titled("first").priority(Priority.HIGH),
                TaskDraft.titled("first").priority(Priority.LOW).description("new"),
                TaskDraft.titled("first").priority(Priority.LOW).dependsOn(other.id()),
                TaskDraft.titled("first").priority(Priority.LOW).derivedFrom(other.id())))
        .allSatisfy(
            changed ->
                assertThat(refused(() -> tasks.create(changed.once("k").build())))
                    .isEqualTo(new KeyReused("k", "task", first.id().value())));
    assertThat(tasks.list(TaskFilter.ALL)).containsExactly(first, other);
  }

  @Test
  void create_underAKeyAnotherAgentUsed_isAnotherOne() {
    TaskDraft evil = TaskDraft.titled("evil").once("task-1").build();
    Task eves = session("eve").tasks().create(evil);
    Task alices = session("alice").tasks().create(TaskDraft.titled("good").once("task-1").build());
    assertThat(alices.id()).isNotEqualTo(eves.id());
    assertThat(alices.draft().title()).isEqualTo("good");
  }

  @Test
  void list_inPages_isTheWholeListInOrder() {
    Tasks tasks = session("alice").tasks();
    List<Task> made = new ArrayList<>();
    for (int i = 0; i < 205; i++) {
      TaskDraft.Builder draft = TaskDraft.titled("t" + i);
      made.add(
          tasks.create(i % 7 == 1 ? draft.dependsOn(made.get(i - 1).id()).build() : draft.build()));
    }
    List<Task> read = new ArrayList<>();
    Optional<TaskId> after = Optional.empty();
    TaskPage page;
    do {
      page = tasks.list(TaskFilter.ALL, after, PageSize.of(30));
      read.addAll(page.tasks());
      after = Optional.of(read.get(read.size() - 1).id());
    } while (page.hasMore());
    assertThat(read).isEqualTo(made);
    assertThat(tasks.list(TaskFilter.ALL, Optional.empty(), PageSize.of(205)))
        .isEqualTo(new TaskPage(made, false));
    assertThat(tasks.list(TaskFilter.ALL, Optional.empty(), PageSize.of(204)))
        .isEqualTo(new TaskPage(made.subList(0, 204), true));
    assertThat(
            tasks
                .list(TaskFilter.ALL, Optional.empty(), new PageSize<>(1_000, 150, task -> 1))
                .tasks())
        .hasSize(150);
    assertThat(
            refused(
                () ->
                    tasks.list(TaskFilter.ALL, Optional.of(new TaskId("absent")), PageSize.of(1))))
        .isEqualTo(new NotFound("task"));
  }

  @Test
  void create_underAKeyOfAnotherCaseBlankOrSession_isAnotherOne() {
    Session alice = session("alice");
    Session elsewhere = session(parley(), "alice", new SessionId("other"));
    List<TaskId> ids =
        Stream.concat(
                Stream.of("key", "Key", "key ", "kéy")
                    .map(key -> createUnder(alice.tasks(), key).id()),
                Stream.of(createUnder(elsewhere.tasks(), "key").id()))
            .toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(createUnder(alice.tasks(), "Key").id()).isEqualTo(ids.get(1));
  }

  @Test
  void create_bySixteenAtOnceUnderOneKey_makesOne() throws Exception {
    List<TaskId> ids = AtOnce.run(16, i -> createUnder(session("alice").tasks(), "k").id());
    assertThat(ids).hasSize(16).containsOnly(ids.get(0));
    assertThat(session("alice").tasks().list(TaskFilter.ALL)).hasSize(1);
  }

  @Test
  void create_onTasksThatAreNotThere_isRefusedNamingThem() {
    Tasks tasks = session("alice").tasks();
    Tasks elsewhere = session(parley(), "alice", new SessionId("other")).tasks();
    TaskId known = create(tasks, "known").id();
    TaskId foreign = create(elsewhere, "foreign").id();
    TaskDraft draft =
        TaskDraft.titled("t").dependsOn(new TaskId("no-1"), known, foreign, known).build();
    assertThat(refused(() -> tasks.create(draft)))
        .isEqualTo(new UnknownDependencies(List.of("no-1", foreign.value())));
    assertThat(tasks.list(TaskFilter.ALL)).hasSize(1);
  }

  @Test
  void create_onTwiceTheSame_waitsForItOnceAndKeepsTheOrder() {
    Tasks tasks = session("alice").tasks();
    TaskId one = create(tasks, "one").id();
    TaskId two = create(tasks, "two").id();
    Task waiting = tasks.create(TaskDraft.titled("t").dependsOn(two, one, two).build());
    assertThat(tasks.find(waiting.id()).orElseThrow().draft().dependsOn())
        .containsExactly(two, one);
  }

  @Test
  void create_on32Tasks_waitsForAll() {
    Tasks tasks = session("alice").tasks();
    List<TaskId> all =
        IntStream.range(0, TaskDraft.MAX_DEPENDENCIES)
            .mapToObj(i -> create(tasks, "t" + i).id())
            .toList();
    Task waiting = tasks.create(TaskDraft.titled("t").dependsOn(all).build());
    assertThat(tasks.list(TaskFilter.ALL).get(all.size()).draft().dependsOn())
        .isEqualTo(all)
        .isEqualTo(waiting.draft().dependsOn());
  }

  @Test
  void create_derivedFromARoot_isOneDeeperAndFromThereRefused() {
    Tasks tasks = session("alice").tasks();
    Task root = create(tasks, "root");
    Task child =
        tasks.create(TaskDraft.titled("child").derivedFrom(root.id()).because("why").build());
    assertThat(root.depth()).isZero();
    assertThat(child.depth()).isEqualTo(1);
    assertThat(child.draft().parent()).contains(root.id());
    assertThat(child.draft().derivedReason()).contains("why");
    assertThat(refused(() -> derive(tasks, child))).isEqualTo(new TooManyDerived(Bound.DEPTH, 1));
  }

  @Test
  void create_ofAFourthChild_isRefusedWhateverBecameOfTheOthers() {
    Tasks tasks = session("alice").tasks();
    Task root = create(tasks, "root");
    Task first = derive(tasks, root);
    derive(tasks, root);
    Task keyed =
        tasks.create(TaskDraft.titled("third").derivedFrom(root.id()).once("third").build());
    tasks.update(first.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(refused(() -> derive(tasks, root))).isEqualTo(new TooManyDerived(Bound.SIBLINGS, 3));
    assertThat(tasks.create(TaskDraft.titled("third").derivedFrom(root.id()).once("third").build()))
        .isEqualTo(keyed);
    IntStream.range(0, 5).forEach(i -> create(tasks, "another root"));
  }

  @Test
  void create_bySixteenAtOnceFromOneRoot_makesThreeChildren() throws Exception {
    Task root = create(session("alice").tasks(), "root");
    List<Boolean> made =
        AtOnce.run(
            16,
            i -> {
              Tasks tasks = session("agent-" + i).tasks();
              try {
                return derive(tasks, root).depth() == 1;
              } catch (ParleyException refused) {
                return false;
              }
            });
    assertThat(made).filteredOn(won -> won).hasSize(3);
  }

  @Test
  void create_fromAParentThatIsAbsentOrElsewhere_isRefused() {
    Tasks tasks = session("alice").tasks();
    Task foreign = create(session(parley(), "alice", new SessionId("other")).tasks(), "foreign");
    for (TaskId parent : List.of(new TaskId("absent"), foreign.id())) {
      assertThat(refused(() -> tasks.create(TaskDraft.titled("t").derivedFrom(parent).build())))
          .isEqualTo(new NotFound("parent task"));
    }
  }

  @Test
  void create_pastTheLimit_isRefusedButNotUnderAUsedKey() {
    try (Parley small = another("small").limits(new SessionLimits(9, 2, 9, 9)).build()) {
      Tasks tasks = session(small, "alice", MAIN).tasks();
      Task first = createUnder(tasks, "k");
      create(tasks, "second");
      assertThat(refused(() -> create(tasks, "third"))).isEqualTo(new SessionFull("task", 2));
      assertThat(createUnder(tasks, "k")).isEqualTo(first);
      create(session(small, "alice", new SessionId("other")).tasks(), "of another session");
    }
  }

  @Test
  void update_alongEveryArrowOfTheTable_isAsTheTableSays() {
    Session alice = session("alice");
    StringBuilder seen = new StringBuilder();
    for (TaskStatus from : TaskStatus.values()) {
      for (TaskStatus to : TaskStatus.values()) {
        TaskId id = standing(alice.tasks(), from);
        String outcome = "yes";
        try {
          assertThat(alice.tasks().update(id, TaskChange.to(to)).status()).isEqualTo(to);
        } catch (ParleyException e) {
          assertThat(e.problem())
              .isEqualTo(
                  new TransitionRefused(
                      from.wireName(),
                      to.wireName(),
                      from.possible().stream().map(TaskStatus::wireName).toList()));
          outcome = "no";
        }
        assertThat(outcome.equals("yes")).isEqualTo(from.canBecome(to));
        assertThat(alice.tasks().find(id).orElseThrow().status())
            .isEqualTo(outcome.equals("yes") ? to : from);
        seen.append(from.wireName()).append(' ').append(to.wireName()).append(' ');
        seen.append(outcome).append('\n');
      }
    }
    assertThat(seen)
        .hasToString(
            """
            todo todo yes
            todo in_progress yes
            todo in_review no
            todo done yes
            in_progress todo yes
            in_progress in_progress yes
            in_progress in_review yes
            in_progress done yes
            in_review todo yes
            in_review in_progress yes
            in_review in_review yes
            in_review done yes
            done todo yes
            done in_progress no
            done in_review yes
            done done yes
            """);
  }

  @Test
  void update_ofATaskThatWaits_isRefusedNamingWhatItWaitsFor() {
    Tasks tasks = session("alice").tasks();
    Task one = create(tasks, "one");
    Task two = create(tasks, "two");
    Task waiting = tasks.create(TaskDraft.titled("w").dependsOn(one.id(), two.id()).build());
    for (TaskStatus next : List.of(TaskStatus.IN_PROGRESS, TaskStatus.DONE)) {
      assertThat(refused(() -> tasks.update(waiting.id(), TaskChange.to(next))))
          .isEqualTo(new DependenciesOpen(List.of(one.id().value(), two.id().value())));
    }
    tasks.update(one.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(refused(() -> tasks.update(waiting.id(), TaskChange.to(TaskStatus.DONE))))
        .isEqualTo(new DependenciesOpen(List.of(two.id().value())));
    tasks.update(two.id(), TaskChange.to(TaskStatus.DONE));
    tasks.update(one.id(), TaskChange.to(TaskStatus.IN_REVIEW));
    assertThat(refused(() -> tasks.update(waiting.id(), TaskChange.to(TaskStatus.DONE))))
        .isEqualTo(new DependenciesOpen(List.of(one.id().value())));
    tasks.update(one.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(tasks.update(waiting.id(), TaskChange.to(TaskStatus.DONE)).status())
        .isEqualTo(TaskStatus.DONE);
  }

  @Test
  void update_byWhoNeitherHasItNorMadeIt_isRefused() {
    Tasks alice = session("alice").tasks();
    Tasks bob = session("bob").tasks();
    Tasks carol = session("carol").tasks();
    Task task = create(alice, "t");
    assertThat(carol.update(task.id(), TaskChange.assignTo(BOB)).assignee()).contains(BOB);
    assertThat(refused(() -> carol.update(task.id(), TaskChange.to(TaskStatus.DONE))))
        .isEqualTo(new NotPermitted("not the task assignee or creator"));
    assertThat(bob.update(task.id(), TaskChange.to(TaskStatus.DONE)).assignee()).contains(BOB);
    assertThat(alice.update(task.id(), TaskChange.to(TaskStatus.IN_REVIEW)).assignee())
        .contains(BOB);
  }

  @Test
  void update_isSeenWithItsTimeAndLeavesTheRestAsItWas() {
    Tasks tasks = session("alice").tasks();
    Task before = create(tasks, "t");
    clock().advance(Duration.ofMillis(7));
    Task after = tasks.update(before.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(after.updatedAt()).isEqualTo(before.createdAt().plusMillis(7));
    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(after.draft()).isEqualTo(before.draft());
    assertThat(tasks.find(before.id())).contains(after);
  }

  @Test
  void update_withNothingToChange_isRefused() {
    assertThat(
            refusedCode(() -> new TaskChange(Optional.empty(), Optional.empty(), Optional.of(1L))))
        .isEqualTo(ProblemCode.INVALID_ARGUMENT);
  }

  @Test
  void tasks_ofAnotherSessionOrWorkspace_areNotThere() {
    Task task = create(session("alice").tasks(), "t");
    Session otherSession = session(parley(), "alice", new SessionId("other"));
    Session otherWorkspace =
        parley()
            .connect(
                ConnectOptions.of("alice")
                    .in(new WorkspaceId("x" + workspace().value().substring(1)))
                    .during(MAIN))
            .sessions()
            .current();
    for (Tasks tasks : List.of(otherSession.tasks(), otherWorkspace.tasks())) {
      assertThat(tasks.find(task.id())).isEmpty();
      assertThat(tasks.list(TaskFilter.ALL)).isEmpty();
      assertThat(refused(() -> tasks.update(task.id(), TaskChange.to(TaskStatus.DONE))))
          .isEqualTo(new NotFound("task"));
      assertThat(tasks.claim(task.id()).task()).isEmpty();
      assertThat(tasks.claimNext().isWon()).isFalse();
      assertThat(refused(() -> tasks.renew(task.id(), Optional.empty())))
          .isEqualTo(new NotFound("task"));
      assertThat(refused(() -> tasks.release(task.id(), Optional.empty())))
          .isEqualTo(new NotFound("task"));
    }
  }

  @Test
  void list_isInTheOrderOfMakingAndEveryFilterHolds() {
    Tasks tasks = session("alice").tasks();
    List<TaskId> ids = IntStream.range(0, 5).mapToObj(i -> create(tasks, "t" + i).id()).toList();
    tasks.claim(ids.get(3));
    tasks.claim(ids.get(1));
    tasks.update(ids.get(1), TaskChange.to(TaskStatus.DONE));
    tasks.update(ids.get(4), TaskChange.assignTo(BOB));
    assertThat(ids(tasks, TaskFilter.ALL)).isEqualTo(ids);
    assertThat(ids(tasks, TaskFilter.status(TaskStatus.TODO)))
        .containsExactly(ids.get(0), ids.get(2), ids.get(4));
    assertThat(ids(tasks, TaskFilter.assignee(ALICE))).containsExactly(ids.get(1), ids.get(3));
    assertThat(ids(tasks, new TaskFilter(Optional.of(TaskStatus.DONE), Optional.of(ALICE))))
        .containsExactly(ids.get(1));
    assertThat(ids(tasks, new TaskFilter(Optional.of(TaskStatus.DONE), Optional.of(BOB))))
        .isEmpty();
  }

  private static List<TaskId> ids(Tasks tasks, TaskFilter filter) {
    return tasks.list(filter).stream().map(Task::id).toList();
  }

  private static TaskId standing(Tasks tasks, TaskStatus status) {
    TaskId id = create(tasks, status.wireName()).id();
    switch (status) {
      case TODO -> {}
      case IN_PROGRESS, DONE -> tasks.update(id, TaskChange.to(status));
      case IN_REVIEW -> {
        tasks.claim(id);
        tasks.update(id, TaskChange.to(status));
      }
    }
    return id;
  }

  private static Task create(Tasks tasks, String title) {
    return tasks.create(TaskDraft.titled(title).build());
  }

  private static Task createUnder(Tasks tasks, String key) {
    return tasks.create(TaskDraft.titled("t").once(key).build());
  }

  private static Task derive(Tasks tasks, Task parent) {
    return tasks.create(TaskDraft.titled("child").derivedFrom(parent.id()).build());
  }
}
