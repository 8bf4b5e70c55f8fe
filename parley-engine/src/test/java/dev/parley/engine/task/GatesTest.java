package dev.parley.engine.task;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.engine.hook.HookMode;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.page.PageSize;
import dev.parley.problem.GatesOpen;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.Problem;
import dev.parley.problem.ProblemCode;
import dev.parley.session.Session;
import dev.parley.task.Gate;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks a task names: what opens each of them, and that nothing else does. */
@OnStores
class GatesTest extends OpenBoard {
  private static final TaskChange DONE = TaskChange.to(TaskStatus.DONE);

  /** Two personas of one role, and a builder with a hook. */
  private static final String TEAM =
      """
      agents:
        qa: {name: Qa, emoji: Q, tools: [get_messages], systemPrompt: Test.}
        carol: {extends: qa, name: Carol}
        bob:
          name: Bob
          emoji: B
          tools: [get_messages]
          systemPrompt: Build.
          hooks: {after_task: "%s"}
      """;

  private static Task create(Session of, Gate... gates) {
    return of.tasks().create(TaskDraft.titled("t").gates(gates).build());
  }

  private static Artifact post(Session of, String name, Optional<TaskId> task) {
    ArtifactDraft draft = ArtifactDraft.of(name, ArtifactType.REPORT, "x");
    return of.artifacts().post(task.map(draft::from).orElse(draft));
  }

  private static void verdict(Session reviewer, Artifact artifact, ReviewStatus verdict) {
    Review asked = reviewer.reviews().request(artifact.id(), reviewer.agent());
    reviewer.reviews().submit(asked.id(), verdict, Optional.empty());
  }

  private static Problem open(Gate... gates) {
    return new GatesOpen(
        Stream.of(gates).map(Gate::text).toList(), Stream.of(gates).map(Gate::condition).toList());
  }

  private static Problem refusedDone(Session of, Task task) {
    return refused(() -> of.tasks().update(task.id(), DONE));
  }

  private static TaskStatus done(Session of, Task task) {
    return of.tasks().update(task.id(), DONE).status();
  }

  private Session lead() {
    return parley()
        .connect(ConnectOptions.of("lea").in(workspace()).during(MAIN).asPerson().asLead())
        .sessions()
        .current();
  }

  /** A Parley with a team whose builder bob has {@code hook}. */
  private Parley withTeam(Path folder, String hook) throws IOException {
    Path home = Files.createDirectories(folder.resolve(".parley"));
    Path teams = Files.createDirectories(home.resolve("workspaces/" + workspace()));
    Files.writeString(teams.resolve("session-agents-main.yml"), TEAM.formatted(hook));
    return another("gates").home(home).hooks(HookMode.SHELL).build();
  }

  @Test
  void gates_areKeptInTheirOrder_inEveryAnswer() {
    Session alice = session("alice");
    Gate[] gates =
        IntStream.range(0, TaskDraft.MAX_GATES)
            .mapToObj(i -> i == 3 ? Gate.review("r".repeat(64)) : Gate.artifact("g" + (9 - i)))
            .toArray(Gate[]::new);
    Task task = create(alice, gates);
    Task other = create(alice);
    assertThat(task.draft().gates()).containsExactly(gates);
    assertThat(alice.tasks().find(task.id())).contains(task);
    assertThat(alice.tasks().list(TaskFilter.ALL)).containsExactly(task, other);
    assertThat(alice.tasks().list(TaskFilter.ALL, Optional.empty(), PageSize.of(2)).tasks())
        .containsExactly(task, other);
    assertThat(alice.tasks().linked(task.id()).orElseThrow().task()).isEqualTo(task);
    assertThat(alice.tasks().openGates(task.id())).containsExactly(gates);
    assertThat(alice.tasks().openGates(other.id())).isEmpty();
    assertThat(alice.tasks().claim(task.id()).task().orElseThrow().draft()).isEqualTo(task.draft());
    assertThat(refused(() -> alice.tasks().openGates(new TaskId("none"))))
        .isEqualTo(new NotFound("task"));
  }

  @Test
  void gateWithTheLongestName_isKept() {
    Gate longest = Gate.artifact("Ä".repeat(Gate.MAX_NAME));
    Session alice = session("alice");
    Task task = create(alice, longest);
    assertThat(refusedDone(alice, task)).isEqualTo(open(longest));
    post(alice, longest.name(), Optional.empty());
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void artifact_opensTheGateOfItsName_alone() {
    Session alice = session("alice");
    Task task = create(alice, Gate.artifact("report"));
    alice.tasks().claim(task.id());
    post(alice, "Report", Optional.empty());
    post(alice, "report ", Optional.of(task.id()));
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.artifact("report")));
    assertThat(refusedDone(alice, task).message())
        .isEqualTo(
            "Open gates: 'artifact:report' needs an artifact of that name. The task stays as it"
                + " is.");
    assertThat(alice.tasks().find(task.id()).orElseThrow().status())
        .isEqualTo(TaskStatus.IN_PROGRESS);
    assertThat(alice.tasks().update(task.id(), TaskChange.to(TaskStatus.IN_REVIEW)).status())
        .as("a gate holds back nothing but the end")
        .isEqualTo(TaskStatus.IN_REVIEW);
    post(session("bob"), "report", Optional.empty());
    assertThat(alice.tasks().openGates(task.id())).isEmpty();
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void gateOfATask_isOpenedByNothingOfAnotherSession() {
    Session alice = session("alice");
    Task task = create(alice, Gate.artifact("report"), Gate.review("bob"));
    Session other = session(parley(), "bob", new SessionId("other"));
    verdict(other, post(other, "report", Optional.of(task.id())), ReviewStatus.APPROVED);
    assertThat(refusedDone(alice, task))
        .isEqualTo(open(Gate.artifact("report"), Gate.review("bob")));
  }

  @Test
  void review_opensTheGate_byTheNamedAgentAndForTheTasksArtifactAlone() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"));
    Artifact report = post(alice, "report", Optional.of(task.id()));
    Problem refusal = open(Gate.review("bob"));
    assertThat(refusedDone(alice, task)).isEqualTo(refusal);
    verdict(session("bob"), post(alice, "other", Optional.empty()), ReviewStatus.APPROVED);
    assertThat(refusedDone(alice, task)).as("an artifact of no task").isEqualTo(refusal);
    verdict(session("carol"), report, ReviewStatus.APPROVED);
    assertThat(refusedDone(alice, task)).as("another reviewer").isEqualTo(refusal);
    verdict(session("bob"), report, ReviewStatus.CHANGES_REQUESTED);
    assertThat(refusedDone(alice, task)).as("changes requested").isEqualTo(refusal);
    alice.reviews().request(report.id(), BOB);
    assertThat(refusedDone(alice, task)).as("a review without a verdict").isEqualTo(refusal);
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void review_ofAnOlderVersion_opensNothing() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"));
    Session bob = session("bob");
    verdict(bob, post(alice, "report", Optional.of(task.id())), ReviewStatus.APPROVED);
    assertThat(alice.tasks().openGates(task.id())).isEmpty();
    Artifact second = post(alice, "report", Optional.of(task.id()));
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.review("bob")));
    verdict(bob, second, ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void approval_endsWithALaterRequestForChanges() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"));
    Artifact report = post(alice, "report", Optional.of(task.id()));
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    clock().advance(Duration.ofMillis(1));
    verdict(session("carol"), report, ReviewStatus.CHANGES_REQUESTED);
    assertThat(alice.tasks().openGates(task.id())).as("changes for another").isEmpty();
    verdict(session("bob"), report, ReviewStatus.CHANGES_REQUESTED);
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.review("bob")));
    clock().advance(Duration.ofMillis(1));
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void review_ofAnArtifactThatAGateNames_opensTheGate() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"), Gate.artifact("plan"));
    verdict(session("bob"), post(alice, "plan", Optional.empty()), ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void lead_passesNoGateBy_andCountsForTheLeadAlone() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"), Gate.review("lead"));
    Artifact report = post(alice, "report", Optional.of(task.id()));
    assertThat(refusedDone(lead(), task)).isEqualTo(open(Gate.review("bob"), Gate.review("lead")));
    Review asked = alice.reviews().request(report.id(), BOB);
    lead().reviews().submit(asked.id(), ReviewStatus.APPROVED, Optional.empty());
    assertThat(refusedDone(lead(), task)).isEqualTo(open(Gate.review("bob")));
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    assertThat(done(lead(), task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void role_ofALead_isNotThatOfAMember() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("lead"));
    Artifact report = post(alice, "report", Optional.of(task.id()));
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.review("lead")));
    verdict(lead(), report, ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void reopenedTask_isCheckedAgain() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("bob"));
    verdict(session("bob"), post(alice, "report", Optional.of(task.id())), ReviewStatus.APPROVED);
    assertThat(done(alice, task)).isEqualTo(TaskStatus.DONE);
    post(alice, "report", Optional.of(task.id()));
    assertThat(alice.tasks().openGates(task.id())).as("it is done").isEmpty();
    assertThat(done(alice, task)).as("it stays done").isEqualTo(TaskStatus.DONE);
    alice.tasks().update(task.id(), TaskChange.to(TaskStatus.TODO));
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.review("bob")));
  }

  @Test
  void dependencies_areRefusedBeforeGates() {
    Tasks alice = session("alice").tasks();
    Task before = alice.create(TaskDraft.titled("before").build());
    Task task =
        alice.create(
            TaskDraft.titled("t").dependsOn(before.id()).gates(Gate.artifact("a")).build());
    assertThat(task.draft().dependsOn()).containsExactly(before.id());
    assertThat(refusedCode(() -> alice.update(task.id(), DONE)))
        .isEqualTo(ProblemCode.DEPENDENCIES_OPEN);
    alice.update(before.id(), DONE);
    assertThat(refusedCode(() -> alice.update(task.id(), DONE))).isEqualTo(ProblemCode.GATES_OPEN);
  }

  @Test
  void create_underAUsedKeyWithOtherGates_isRefused() {
    Tasks alice = session("alice").tasks();
    TaskDraft draft = TaskDraft.titled("t").gates(Gate.artifact("a")).once("k").build();
    Task first = alice.create(draft);
    assertThat(alice.create(draft)).isEqualTo(first);
    for (Gate[] gates : new Gate[][] {{}, {Gate.artifact("b")}, {Gate.review("a")}}) {
      TaskDraft other = TaskDraft.titled("t").gates(gates).once("k").build();
      assertThat(refused(() -> alice.create(other)))
          .isEqualTo(new KeyReused("k", "task", first.id().value()));
    }
  }

  @Test
  void hookGate_withoutAHook_staysOpen() {
    Session alice = session("alice");
    Task task = create(alice, Gate.hook());
    assertThat(refusedDone(alice, task)).isEqualTo(open(Gate.hook()));
    assertThat(refusedDone(lead(), task)).isEqualTo(open(Gate.hook()));
  }

  @Test
  void threeGates_areAllNeeded(@TempDir Path folder) throws IOException {
    try (Parley own = withTeam(folder, "test -e built")) {
      Session bob = session(own, "bob", MAIN);
      Session alice = session(own, "alice", MAIN);
      Task task = create(alice, Gate.review("qa"), Gate.artifact("report"), Gate.hook());
      bob.tasks().claim(task.id());
      assertThat(refusedDone(bob, task))
          .as("the hook is not asked")
          .isEqualTo(open(Gate.review("qa"), Gate.artifact("report")));
      Artifact report = post(bob, "report", Optional.empty());
      assertThat(refusedDone(bob, task)).isEqualTo(open(Gate.review("qa")));
      verdict(session(own, "dave", MAIN), report, ReviewStatus.APPROVED);
      assertThat(refusedDone(bob, task)).isEqualTo(open(Gate.review("qa")));
      verdict(session(own, "carol", MAIN), report, ReviewStatus.APPROVED);
      assertThat(bob.tasks().openGates(task.id())).containsExactly(Gate.hook());
      assertThat(refusedCode(() -> bob.tasks().update(task.id(), DONE)))
          .isEqualTo(ProblemCode.HOOK_FAILED);
      assertThat(bob.tasks().find(task.id()).orElseThrow().status())
          .isEqualTo(TaskStatus.IN_REVIEW);
      Files.createFile(folder.resolve("built"));
      assertThat(done(bob, task)).isEqualTo(TaskStatus.DONE);
      assertThat(bob.tasks().openGates(task.id())).isEmpty();
    }
  }

  @Test
  void gateThatClosesWhileTheHookRuns_isSeen(@TempDir Path folder) throws Exception {
    String hook = "touch began; until test -e go; do sleep 0.05; done";
    try (Parley own = withTeam(folder, hook)) {
      Session bob = session(own, "bob", MAIN);
      Task task = create(bob, Gate.review("carol"), Gate.hook());
      bob.tasks().claim(task.id());
      Artifact first = post(bob, "report", Optional.of(task.id()));
      verdict(session(own, "carol", MAIN), first, ReviewStatus.APPROVED);
      CompletableFuture<Problem> answer =
          CompletableFuture.supplyAsync(() -> refusedDone(bob, task));
      eventually("the hook runs", () -> Files.exists(folder.resolve("began")));
      post(bob, "report", Optional.of(task.id()));
      Files.createFile(folder.resolve("go"));
      assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(open(Gate.review("carol")));
      assertThat(bob.tasks().find(task.id()).orElseThrow().status())
          .isEqualTo(TaskStatus.IN_PROGRESS);
    }
  }

  @Test
  void hookOfTheAssigneeBefore_opensNoGateOfTheNext(@TempDir Path folder) throws Exception {
    String hook = "touch began; until test -e go; do sleep 0.05; done";
    try (Parley own = withTeam(folder, hook)) {
      Session bob = session(own, "bob", MAIN);
      Task task = create(bob, Gate.hook());
      bob.tasks().claim(task.id());
      CompletableFuture<Problem> answer =
          CompletableFuture.supplyAsync(() -> refusedDone(bob, task));
      eventually("the hook runs", () -> Files.exists(folder.resolve("began")));
      bob.tasks().update(task.id(), TaskChange.assignTo(new AgentId("carol")));
      Files.createFile(folder.resolve("go"));
      assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(open(Gate.hook()));
    }
  }

  @Test
  void teamFileThatIsWrong_givesNoRole(@TempDir Path folder) throws IOException {
    try (Parley own = withTeam(folder, "true")) {
      Session alice = session(own, "alice", MAIN);
      Task task = create(alice, Gate.review("qa"));
      Artifact report = post(alice, "report", Optional.of(task.id()));
      verdict(session(own, "carol", MAIN), report, ReviewStatus.APPROVED);
      assertThat(alice.tasks().openGates(task.id())).isEmpty();
      Path file = folder.resolve(".parley/workspaces/" + workspace() + "/session-agents-main.yml");
      Files.writeString(file, "agents: [");
      assertThat(alice.tasks().openGates(task.id())).containsExactly(Gate.review("qa"));
      Files.delete(file);
      assertThat(alice.tasks().openGates(task.id())).containsExactly(Gate.review("qa"));
    }
  }

  @Test
  void role_isTheNameOfAnAgent_exactly() {
    Session alice = session("alice");
    Task task = create(alice, Gate.review("Bob"));
    Artifact report = post(alice, "report", Optional.of(task.id()));
    verdict(session("bob"), report, ReviewStatus.APPROVED);
    assertThat(alice.tasks().openGates(task.id())).containsExactly(Gate.review("Bob"));
  }
}
