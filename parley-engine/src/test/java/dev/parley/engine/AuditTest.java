package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.audit.Origin;
import dev.parley.engine.hook.HookMode;
import dev.parley.id.TaskId;
import dev.parley.problem.ProblemCode;
import dev.parley.session.Session;
import dev.parley.task.Priority;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The acts that have an entry in the audit, one each, and those that have none. */
@OnStores
class AuditTest extends OpenBoard {
  private static final Origin LAPTOP =
      new Origin(Optional.of("abcdefghij12"), Optional.of("192.0.2.7"));

  private Session alice;
  private Session bob;

  private void meet() {
    alice = session("alice");
    Connection of = connect("bob");
    of.audit().calledFrom(LAPTOP);
    bob = of.sessions().start(MAIN);
  }

  private List<AuditEntry> entries(Parley parley) {
    return parley.audit().list(AuditFilter.ALL.in(workspace()), Optional.empty(), 1_000).items();
  }

  /** Waits until everything so far is stored; returns it, which is {@code count} acts. */
  private List<Act> acts(int count) {
    Act last = new Act(workspace(), "", Origin.NONE, new AuditAction("test.ended"), "", Act.OK);
    parley().audit().record(last);
    eventually("stored", () -> entries(parley()).stream().anyMatch(one -> one.act().equals(last)));
    List<Act> acts = entries(parley()).stream().map(AuditEntry::act).toList();
    assertThat(acts).hasSize(count + 1);
    return acts.subList(1, acts.size());
  }

  private TaskId task(TaskDraft draft) {
    return alice.tasks().create(draft).id();
  }

  private Act by(String agent, Origin origin, AuditAction action, String target, String result) {
    return new Act(workspace(), agent, origin, action, target, result);
  }

  private static String text(TaskId task) {
    return "task " + task.value() + " of session main";
  }

  @Test
  void claim_thatIsWon_isAnEntryWithItsOrigin_andALostOneIsNone() {
    meet();
    TaskId task = task(TaskDraft.titled("t").build());
    assertThat(bob.tasks().claim(task).isWon()).isTrue();
    assertThat(alice.tasks().claim(task).isWon()).isFalse();
    assertThat(alice.tasks().claimNext().isWon()).isFalse();
    assertThat(acts(1))
        .containsExactly(by("bob", LAPTOP, AuditAction.TASK_CLAIM, text(task), Act.OK));
  }

  @Test
  void claimNext_isAnEntryOfTheAgentItIsFor() {
    meet();
    TaskId task = task(TaskDraft.titled("t").build());
    assertThat(bob.as(CAROL).tasks().claimNext().isWon()).isTrue();
    assertThat(acts(1))
        .containsExactly(by("carol", LAPTOP, AuditAction.TASK_CLAIM, text(task), Act.OK));
  }

  @Test
  void verdict_isOneEntry_andARefusedOneIsNone() {
    meet();
    var artifact = alice.artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "x"));
    Review review = alice.reviews().request(artifact.id(), BOB);
    assertThat(
            refusedCode(
                () -> alice.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty())))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
    bob.reviews().submit(review.id(), ReviewStatus.CHANGES_REQUESTED, Optional.empty());
    assertThat(acts(1))
        .containsExactly(
            by(
                "bob",
                LAPTOP,
                AuditAction.REVIEW_VERDICT,
                "review " + review.id().value() + " of session main",
                "changes_requested"));
  }

  @Test
  void change_byAnotherThanCreatorAndAssignee_isAnEntry_andTheirOwnIsNone() {
    meet();
    TaskId task = task(TaskDraft.titled("t").build());
    alice.tasks().update(task, TaskChange.to(TaskStatus.IN_PROGRESS));
    alice.tasks().update(task, TaskChange.to(TaskStatus.TODO));
    TaskId free = task(TaskDraft.titled("free").build());
    bob.tasks()
        .update(
            free,
            new TaskChange(
                Optional.of(TaskStatus.IN_PROGRESS), Optional.of(CAROL), Optional.empty()));
    assertThat(acts(1))
        .containsExactly(
            by(
                "bob",
                LAPTOP,
                AuditAction.TASK_CHANGE,
                text(free) + ": in_progress, for carol",
                Act.OK));
  }

  @Test
  void decisions_aboutTheWorkOfAnother_areEntries_alsoOfTheCreatorOfTheTask() {
    meet();
    TaskId task = task(TaskDraft.titled("t").build());
    bob.tasks().claim(task);
    alice.tasks().update(task, TaskChange.to(TaskStatus.TODO));
    TaskId free = task(TaskDraft.titled("free").build());
    alice
        .tasks()
        .update(free, new TaskChange(Optional.empty(), Optional.of(BOB), Optional.empty()));
    bob.tasks().claim(free);
    bob.tasks().update(free, TaskChange.to(TaskStatus.DONE));
    assertThat(acts(4))
        .filteredOn(act -> act.action().equals(AuditAction.TASK_CHANGE))
        .containsExactly(
            by("alice", Origin.NONE, AuditAction.TASK_CHANGE, text(free) + ", for bob", Act.OK),
            by("alice", Origin.NONE, AuditAction.TASK_CHANGE, text(task) + ": todo", Act.OK));
  }

  @Test
  void decisionsOfALead_aboutTheWorkOfOthers_areEntries() {
    meet();
    TaskId task = task(TaskDraft.titled("t").assignee(BOB).build());
    bob.tasks().claim(task);
    var artifact = alice.artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "x"));
    Review review = alice.reviews().request(artifact.id(), BOB);
    Session lead =
        parley()
            .connect(ConnectOptions.of("lea").in(workspace()).during(MAIN).asLead())
            .sessions()
            .current();
    lead.tasks().release(task, Optional.empty());
    lead.reviews().submit(review.id(), ReviewStatus.APPROVED, Optional.empty());
    lead.tasks().update(task, TaskChange.to(TaskStatus.DONE));
    assertThat(acts(4))
        .startsWith(
            by("lea", Origin.NONE, AuditAction.TASK_CHANGE, text(task) + ": done", Act.OK),
            by(
                "lea",
                Origin.NONE,
                AuditAction.REVIEW_VERDICT,
                "review " + review.id().value() + " of session main, asked of bob",
                "approved"),
            by("lea", Origin.NONE, AuditAction.TASK_CHANGE, text(task) + ": todo", Act.OK));
  }

  @Test
  void refusedCalls_areCounted() {
    meet();
    Connection of = connect("eve");
    of.audit().refused("claim_task", "permission_denied");
    of.audit().refused("claim_task", "permission_denied");
    assertThat(acts(1))
        .containsExactly(
            by("eve", Origin.NONE, AuditAction.ACCESS_REFUSED, "claim_task", "permission_denied"));
  }

  @Test
  void edit_ofAnothersTask_isAnEntry_andOfOnesOwnOrToWhatItIsNone() {
    meet();
    TaskId free = task(TaskDraft.titled("free").build());
    TaskId bobs = task(TaskDraft.titled("t").assignee(BOB).build());
    alice.tasks().edit(free, TaskEdit.titled("mine"));
    alice.tasks().edit(bobs, TaskEdit.titled("t"));
    alice
        .tasks()
        .edit(bobs, new TaskEdit(Optional.of("u"), Optional.empty(), Optional.of(Priority.LOW)));
    assertThat(acts(1))
        .containsExactly(
            by(
                "alice",
                Origin.NONE,
                AuditAction.TASK_CHANGE,
                text(bobs) + ": title, priority",
                Act.OK));
  }

  @Test
  void hookRun_isAnEntryWithItsResult(@TempDir Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve(".parley"));
    Path teams = Files.createDirectories(home.resolve("workspaces/" + workspace()));
    Files.writeString(
        teams.resolve("agents.pool.yml"),
        """
        agents:
          bob:
            name: Bob
            emoji: B
            tags: [code]
            tools: [get_messages]
            hooks:
              before_task: ["true", "exit 3"]
            systemPrompt: Build.
        """);
    Files.writeString(teams.resolve("session-agents-main.yml"), "agents:\n  bob:\n");
    try (Parley own = another("hooks").home(home).hooks(HookMode.SHELL).build()) {
      Session builder =
          own.connect(ConnectOptions.of("bob").in(workspace())).sessions().start(MAIN);
      TaskId task = builder.tasks().create(TaskDraft.titled("t").build()).id();
      assertThat(builder.tasks().claim(task).isWon()).isFalse();
      String target = "before_task of " + text(task) + " for bob: ";
      eventually("stored", () -> entries(own).size() == 2);
      assertThat(entries(own))
          .extracting(AuditEntry::act)
          .containsExactly(
              by("bob", Origin.NONE, AuditAction.HOOK_RUN, target + "exit 3", "exit 3"),
              by("bob", Origin.NONE, AuditAction.HOOK_RUN, target + "true", "exit 0"));
    }
  }

  @Test
  void close_writesWhatWaits() {
    try (Parley own = another("closing").build()) {
      own.audit().record(by("alice", Origin.NONE, AuditAction.LOGIN_BEGIN, "the page", Act.OK));
    }
    assertThat(entries(parley())).hasSize(1);
  }
}
