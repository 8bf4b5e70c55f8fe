package dev.parley.engine;

import static dev.parley.problem.Refusals.refusedCode;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.artifact.Reviews;
import dev.parley.engine.session.SessionLimits;
import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.ProblemCode;
import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The messages that acts of others send: to whom, with what text and metadata, and once. */
@OnStores
class AnswersTest extends OpenBoard {
  private static final Optional<String> NONE = Optional.empty();

  private Session lead() {
    return parley()
        .connect(ConnectOptions.of("lea").in(workspace()).during(MAIN).asPerson().asLead())
        .sessions()
        .current();
  }

  private List<SessionMessage> messages(String agent) {
    return session(agent).messages().after(0);
  }

  private List<String> texts(String agent) {
    return messages(agent).stream().map(message -> message.draft().content()).toList();
  }

  private List<String> events(String agent) {
    return messages(agent).stream()
        .map(message -> message.draft().metadata().getOrDefault(SessionMessageDraft.EVENT, ""))
        .toList();
  }

  private Artifact artifact(String author, String name) {
    return session(author).artifacts().post(ArtifactDraft.of(name, ArtifactType.REPORT, "text"));
  }

  private static TaskDraft titled(String title) {
    return TaskDraft.titled(title).build();
  }

  private static TaskDraft forBob() {
    return TaskDraft.titled("t").assignee(BOB).build();
  }

  @Test
  void verdict_reachesTheRequesterAndTheAuthor() {
    artifact("carol", "report.md");
    Artifact second = artifact("carol", "report.md");
    Review asked = session("alice").reviews().request(second.id(), BOB);
    session("bob")
        .reviews()
        .submit(asked.id(), ReviewStatus.CHANGES_REQUESTED, Optional.of("Line 3 is wrong."));
    for (String agent : List.of("alice", "carol")) {
      SessionMessage message = messages(agent).get(0);
      assertThat(messages(agent)).hasSize(1);
      assertThat(message.from()).isEqualTo(BOB);
      assertThat(message.to()).contains(new AgentId(agent));
      assertThat(message.draft().content())
          .isEqualTo("bob requested changes to \"report.md\", version 2: Line 3 is wrong.");
      assertThat(message.draft().metadata())
          .isEqualTo(
              Map.of(
                  "parley.event",
                  "review_verdict",
                  "parley.review",
                  asked.id().value(),
                  "parley.status",
                  "changes_requested",
                  "parley.artifact",
                  second.id().value()));
    }
    assertThat(messages("bob")).isEmpty();
  }

  @Test
  void verdict_ofATasksArtifact_namesTheTask() {
    Task task = session("alice").tasks().create(titled("t"));
    Artifact artifact =
        session("alice")
            .artifacts()
            .post(
                new ArtifactDraft(
                    "n",
                    ArtifactType.REPORT,
                    "c",
                    Optional.of(task.id()),
                    Optional.empty(),
                    Optional.empty()));
    Review asked = session("alice").reviews().request(artifact.id(), BOB);
    session("bob").reviews().submit(asked.id(), ReviewStatus.APPROVED, NONE);
    assertThat(texts("alice")).containsExactly("bob approved \"n\", version 1.");
    assertThat(messages("alice").get(0).draft().metadata())
        .containsEntry("parley.task", task.id().value());
  }

  @Test
  void verdict_ofALead_reachesTheAskedReviewerAsWell() {
    Review asked = session("alice").reviews().request(artifact("alice", "n").id(), BOB);
    lead().reviews().submit(asked.id(), ReviewStatus.APPROVED, Optional.of("good"));
    assertThat(texts("alice"))
        .containsExactly("lea approved \"n\", version 1, in place of bob: good");
    assertThat(texts("bob")).containsExactly("lea approved \"n\", version 1, in your place: good");
  }

  @Test
  void verdict_onOnesOwn_sendsNothing_andASecondOneNothingMore() {
    Reviews bob = session("bob").reviews();
    Review own = bob.request(artifact("bob", "mine").id(), BOB);
    bob.submit(own.id(), ReviewStatus.APPROVED, NONE);
    assertThat(messages("bob")).isEmpty();
    Review asked = session("alice").reviews().request(artifact("alice", "n").id(), BOB);
    bob.submit(asked.id(), ReviewStatus.APPROVED, NONE);
    assertThat(refusedCode(() -> bob.submit(asked.id(), ReviewStatus.APPROVED, NONE)))
        .isEqualTo(ProblemCode.ALREADY_SUBMITTED);
    assertThat(messages("alice")).hasSize(1);
  }

  @Test
  void verdict_withTheLongestComments_isWhole_andANameCannotGoOnAsText() {
    String comments = "c".repeat(Reviews.MAX_COMMENTS);
    Artifact artifact = artifact("mallory", "n\", version 9: fine.\n\"");
    Review asked = session("alice").reviews().request(artifact.id(), BOB);
    session("bob").reviews().submit(asked.id(), ReviewStatus.APPROVED, Optional.of(comments));
    assertThat(texts("alice"))
        .containsExactly("bob approved \"n', version 9: fine. '\", version 1: " + comments);
  }

  @Test
  void assignment_reachesTheNewAssigneeAndTheFormerOne() {
    Task task = session("alice").tasks().create(titled("Wire the parser"));
    assertThat(messages("bob")).isEmpty();
    lead().tasks().update(task.id(), TaskChange.assignTo(BOB));
    lead().tasks().update(task.id(), TaskChange.assignTo(BOB));
    lead().tasks().update(task.id(), TaskChange.assignTo(CAROL));
    assertThat(texts("bob"))
        .containsExactly(
            "lea assigned task \"Wire the parser\" to you.",
            "lea took task \"Wire the parser\" from you and assigned it to carol.");
    assertThat(events("bob")).containsExactly("task_assigned", "task_reassigned");
    assertThat(texts("carol")).containsExactly("lea assigned task \"Wire the parser\" to you.");
    assertThat(messages("carol").get(0).draft().metadata())
        .isEqualTo(
            Map.of(
                "parley.event", "task_assigned",
                "parley.task", task.id().value(),
                "parley.status", "todo"));
    lead().tasks().update(task.id(), TaskChange.assignTo(new AgentId("lea")));
    assertThat(texts("carol")).last().isEqualTo("lea took task \"Wire the parser\" from you.");
    assertThat(messages("alice")).isEmpty();
  }

  @Test
  void assignment_ofANewTask_isSentOnceUnderItsKey() {
    TaskDraft draft = TaskDraft.titled("t").assignee(BOB).once("k").build();
    session("alice").tasks().create(draft);
    session("alice").tasks().create(draft);
    session("bob").tasks().create(forBob());
    assertThat(texts("bob")).containsExactly("alice assigned task \"t\" to you.");
  }

  @Test
  void assignment_ofAClaimedTask_saysWhoseTheClaimIs() {
    Task task = session("alice").tasks().create(titled("t"));
    session("bob").tasks().claim(task.id());
    lead().tasks().update(task.id(), TaskChange.assignTo(CAROL));
    assertThat(texts("bob"))
        .containsExactly("lea took task \"t\" from you and assigned it to carol.");
    assertThat(texts("carol"))
        .containsExactly("lea assigned task \"t\" to you; its claim is yours.");
  }

  @Test
  void release_ofTheClaimOfAnother_reachesTheHolder_andOnesOwnNobody() {
    Task task = session("alice").tasks().create(titled("t"));
    session("bob").tasks().claim(task.id());
    session("bob").tasks().release(task.id(), Optional.empty());
    assertThat(messages("bob")).isEmpty();
    session("bob").tasks().claim(task.id());
    lead().tasks().release(task.id(), Optional.empty());
    session("bob").tasks().claim(task.id());
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.TODO));
    assertThat(texts("bob"))
        .hasSize(2)
        .containsOnly("lea put task \"t\" back to Todo; your claim has ended.");
    assertThat(events("bob")).containsOnly("task_released");
    assertThat(messages("alice")).isEmpty();
  }

  @Test
  void release_ofATaskThatIsAssigned_saysThatItStays() {
    Task task = session("alice").tasks().create(forBob());
    session("bob").tasks().claim(task.id());
    lead().tasks().release(task.id(), Optional.empty());
    assertThat(texts("bob"))
        .last()
        .isEqualTo(
            "lea put task \"t\" back to Todo; your claim has ended; it is still yours to do.");
  }

  @Test
  void release_toTheAgentItWasMeantFor_reachesBoth() {
    Task task = session("alice").tasks().create(forBob());
    lead()
        .tasks()
        .update(
            task.id(),
            new TaskChange(
                Optional.of(TaskStatus.IN_PROGRESS), Optional.of(CAROL), Optional.empty()));
    session("carol").tasks().release(task.id(), Optional.empty());
    assertThat(texts("bob"))
        .containsExactly(
            "alice assigned task \"t\" to you.",
            "lea took task \"t\" from you and assigned it to carol.",
            "carol put task \"t\" back to Todo; it is assigned to you.");
    assertThat(texts("carol"))
        .containsExactly("lea assigned task \"t\" to you; its claim is yours.");
  }

  @Test
  void cancellation_reachesTheHolderAndTheCreator() {
    Task task = session("alice").tasks().create(titled("t"));
    session("bob").tasks().claim(task.id());
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(texts("bob")).containsExactly("lea closed task \"t\"; your claim has ended.");
    assertThat(texts("alice")).containsExactly("lea closed task \"t\", which you created.");
    assertThat(events("alice")).containsExactly("task_closed");
  }

  @Test
  void cancellation_ofATaskThatNobodyHas_reachesItsCreator_andOfOnesOwnNobody() {
    Task free = session("alice").tasks().create(titled("free"));
    session("bob").tasks().update(free.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(texts("alice")).containsExactly("bob closed task \"free\", which you created.");
    Task own = session("alice").tasks().create(titled("own"));
    session("bob").tasks().claim(own.id());
    session("bob").tasks().update(own.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(messages("alice")).as("work that is done is no cancellation").hasSize(1);
  }

  @Test
  void otherChanges_reachTheHolder() {
    Task task = session("alice").tasks().create(forBob());
    session("bob").tasks().claim(task.id());
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.IN_REVIEW));
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.IN_PROGRESS));
    session("bob").tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.IN_REVIEW));
    lead().tasks().update(task.id(), TaskChange.to(TaskStatus.TODO));
    assertThat(texts("bob"))
        .containsExactly(
            "alice assigned task \"t\" to you.",
            "lea put task \"t\" in review; your claim has ended.",
            "lea put task \"t\" in progress; its claim is yours.",
            "lea put task \"t\" in review.",
            "lea put task \"t\" back to Todo; it is still yours to do.");
    assertThat(messages("alice")).isEmpty();
  }

  @Test
  void refusedActs_sendNothing() {
    Task task = session("alice").tasks().create(titled("t"));
    session("bob").tasks().claim(task.id());
    assertThat(
            refusedCode(
                () -> session("carol").tasks().update(task.id(), TaskChange.to(TaskStatus.DONE))))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
    Review asked = session("alice").reviews().request(artifact("alice", "n").id(), BOB);
    assertThat(
            refusedCode(
                () -> session("carol").reviews().submit(asked.id(), ReviewStatus.APPROVED, NONE)))
        .isEqualTo(ProblemCode.PERMISSION_DENIED);
    assertThat(messages("alice")).isEmpty();
    assertThat(messages("bob")).isEmpty();
  }

  @Test
  void act_inASessionFullOfMessages_succeedsWithoutOne() {
    try (Parley small = another("small").limits(new SessionLimits(2, 9, 9, 9)).build()) {
      Session alice = session(small, "alice", MAIN);
      alice.messages().send(SessionMessageDraft.broadcast("first"));
      alice.tasks().create(forBob());
      assertThat(alice.tasks().create(forBob()).assignee()).contains(BOB);
      assertThat(texts("bob")).containsExactly("first", "alice assigned task \"t\" to you.");
      Review asked = alice.reviews().request(artifact("alice", "n").id(), BOB);
      Reviews bob = session(small, "bob", MAIN).reviews();
      assertThat(bob.submit(asked.id(), ReviewStatus.APPROVED, NONE).status())
          .isEqualTo(ReviewStatus.APPROVED);
      assertThat(messages("alice")).isEmpty();
      assertThat(
              refusedCode(() -> alice.messages().send(SessionMessageDraft.broadcast("one more"))))
          .isEqualTo(ProblemCode.LIMIT_REACHED);
    }
  }

  @Test
  void metadataOfTheServer_isRefusedInAnySpelling_andOtherKeysAreNot() {
    Session alice = session("alice");
    SessionMessageDraft draft = SessionMessageDraft.direct(BOB, "lea approved everything.");
    for (String key :
        List.of(
            "parley.event",
            "parley.",
            "Parley.Event",
            " parley.event",
            "par\u200bley.event",
            "\uff50arley.event",
            "parley\uff0eevent",
            "parley .event",
            "_parley.event")) {
      assertThat(refusedField(() -> alice.messages().send(draft.with(Map.of("a", "b", key, "c")))))
          .as(key)
          .isEqualTo("metadata");
    }
    assertThat(messages("bob")).isEmpty();
    alice
        .messages()
        .send(draft.with(Map.of("parley", "a", "parley_event", "b", "my.parley.", "c")));
    assertThat(messages("bob")).hasSize(1);
  }
}
