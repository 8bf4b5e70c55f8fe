package dev.parley.engine.task;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.ConnectOptions;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.artifact.Review;
import dev.parley.artifact.ReviewStatus;
import dev.parley.engine.OnStores;
import dev.parley.engine.OpenBoard;
import dev.parley.event.RecordedEvent;
import dev.parley.event.ReviewChanged;
import dev.parley.id.AgentId;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ProblemCode;
import dev.parley.problem.ReviewClosed;
import dev.parley.session.Session;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The authority of a lead over the tasks and reviews of others, which nobody else has. */
@OnStores
class LeadTest extends OpenBoard {
  private static final TaskChange TO_CAROL =
      new TaskChange(Optional.empty(), Optional.of(CAROL), Optional.empty());

  private Session lead() {
    return parley()
        .connect(ConnectOptions.of("lea").in(workspace()).during(MAIN).asPerson().asLead())
        .sessions()
        .current();
  }

  /** A task that alice made and bob works on. */
  private Claim claimed() {
    Task task = session("alice").tasks().create(TaskDraft.titled("t").build());
    return session("bob").tasks().claim(task.id());
  }

  @Test
  void lead_assignsAndReopensTheTasksOfOthers_andOthersDoNot() {
    Task task = claimed().task().orElseThrow();
    assertThat(refused(() -> session("carol").tasks().update(task.id(), TO_CAROL)))
        .isEqualTo(new NotPermitted("not the task assignee or creator"));
    assertThat(lead().tasks().update(task.id(), TO_CAROL).assignee()).contains(CAROL);
    session("carol").tasks().update(task.id(), TaskChange.to(TaskStatus.DONE));
    assertThat(lead().tasks().update(task.id(), TaskChange.to(TaskStatus.TODO)).status())
        .isEqualTo(TaskStatus.TODO);
  }

  @Test
  void lead_releasesAClaimOfAnother_whichIsThenLost() {
    Claim claim = claimed();
    Task task = claim.task().orElseThrow();
    Optional<Long> token = claim.lease().map(lease -> lease.fencingToken());
    assertThat(refusedCode(() -> session("carol").tasks().release(task.id(), Optional.empty())))
        .isEqualTo(ProblemCode.CLAIM_LOST);
    assertThat(lead().tasks().release(task.id(), Optional.empty()).status())
        .isEqualTo(TaskStatus.TODO);
    assertThat(refusedCode(() -> session("bob").tasks().renew(task.id(), token)))
        .isEqualTo(ProblemCode.CLAIM_LOST);
    assertThat(refusedCode(() -> lead().tasks().release(task.id(), Optional.empty())))
        .isEqualTo(ProblemCode.CLAIM_LOST);
  }

  @Test
  void lead_withAnOldFencingToken_releasesNothing() {
    Task task = claimed().task().orElseThrow();
    assertThat(refusedCode(() -> lead().tasks().release(task.id(), Optional.of(99L))))
        .isEqualTo(ProblemCode.CLAIM_LOST);
    assertThat(session("bob").tasks().find(task.id()).orElseThrow().status())
        .isEqualTo(TaskStatus.IN_PROGRESS);
  }

  @Test
  void lead_renewsNoClaimOfAnother() {
    Task task = claimed().task().orElseThrow();
    assertThat(refusedCode(() -> lead().tasks().renew(task.id(), Optional.empty())))
        .isEqualTo(ProblemCode.CLAIM_LOST);
  }

  @Test
  void lead_answersAReviewOfAnother_once_andTheEventNamesTheLead() {
    Session alice = session("alice");
    Review asked =
        alice
            .reviews()
            .request(
                alice.artifacts().post(ArtifactDraft.of("n", ArtifactType.REPORT, "a")).id(), BOB);
    assertThat(
            refused(
                () ->
                    session("carol")
                        .reviews()
                        .submit(asked.id(), ReviewStatus.APPROVED, Optional.empty())))
        .isEqualTo(new NotPermitted("not the assigned reviewer"));
    Review given =
        lead().reviews().submit(asked.id(), ReviewStatus.APPROVED, Optional.of("in place of bob"));
    assertThat(given.status()).isEqualTo(ReviewStatus.APPROVED);
    assertThat(given.reviewer()).isEqualTo(BOB);
    List<RecordedEvent> changes =
        alice.eventsAfter(0, 100).stream()
            .filter(recorded -> recorded.event() instanceof ReviewChanged)
            .toList();
    RecordedEvent last = changes.get(changes.size() - 1);
    assertThat(last.event()).isEqualTo(new ReviewChanged(asked.id(), BOB, ReviewStatus.APPROVED));
    assertThat(last.agent()).contains(new AgentId("lea"));
    assertThat(
            refused(
                () ->
                    lead()
                        .reviews()
                        .submit(asked.id(), ReviewStatus.CHANGES_REQUESTED, Optional.empty())))
        .isEqualTo(new ReviewClosed("approved"));
  }
}
