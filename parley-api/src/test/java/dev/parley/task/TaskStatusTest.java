package dev.parley.task;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.problem.NothingToChange;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskStatusTest {

  @Test
  void table_isThis() {
    StringBuilder table = new StringBuilder();
    for (TaskStatus from : TaskStatus.values()) {
      table.append(from.wireName()).append(" ->");
      from.possible().forEach(next -> table.append(' ').append(next.wireName()));
      table.append('\n');
      assertThat(from.canBecome(from)).isTrue();
    }
    assertThat(table)
        .hasToString(
            """
            todo -> in_progress done
            in_progress -> todo in_review done
            in_review -> todo in_progress done
            done -> todo in_review
            """);
  }

  @Test
  void dependencies_areNeededEverywhereButOnTheBoard() {
    assertThat(Arrays.stream(TaskStatus.values()).filter(TaskStatus::needsDependencies))
        .containsExactly(TaskStatus.IN_PROGRESS, TaskStatus.IN_REVIEW, TaskStatus.DONE);
  }

  @Test
  void priorities_haveTheirRanksAndNames() {
    assertThat(Arrays.stream(Priority.values()).map(p -> p.rank() + " " + p.wireName()))
        .containsExactly("0 critical", "1 high", "2 medium", "3 low");
    for (Priority priority : Priority.values()) {
      assertThat(Priority.ofRank(priority.rank())).isEqualTo(priority);
    }
    for (int rank : List.of(-1, 4)) {
      assertThatThrownBy(() -> Priority.ofRank(rank)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void change_ofNothing_isRefused() {
    assertThat(refused(() -> new TaskChange(Optional.empty(), Optional.empty(), Optional.of(7L))))
        .isEqualTo(new NothingToChange(List.of("status", "assignee")));
    TaskChange change = TaskChange.to(TaskStatus.DONE).under(7);
    assertThat(change.status()).contains(TaskStatus.DONE);
    assertThat(change.assignee()).isEmpty();
    assertThat(change.fencingToken()).contains(7L);
    assertThat(TaskChange.assignTo(new AgentId("bob")).assignee()).contains(new AgentId("bob"));
  }

  @Test
  void claim_thatIsLost_namesWhoHasTheTaskButNotWhomItIsMeantFor() {
    for (TaskStatus status : TaskStatus.values()) {
      Claim lost = Claim.lost(Optional.of(task(status)), "why");
      assertThat(lost.isWon()).isFalse();
      assertThat(lost.reason()).contains("why");
      assertThat(lost.claimedBy().isPresent()).isEqualTo(status != TaskStatus.TODO);
    }
    assertThat(Claim.lost(Optional.empty(), "why").claimedBy()).isEmpty();
  }

  @Test
  void claim_thatIsWon_hasTheLeaseOfItsTask() {
    Claim won = Claim.won(task(TaskStatus.IN_PROGRESS));
    assertThat(won.isWon()).isTrue();
    assertThat(won.lease()).isEqualTo(won.task().orElseThrow().lease()).isPresent();
    assertThat(won.reason()).isEmpty();
  }

  private static Task task(TaskStatus status) {
    Instant now = Instant.EPOCH;
    return new Task(
        new TaskId("t"),
        new SessionId("s"),
        TaskDraft.titled("t").build(),
        new AgentId("alice"),
        0,
        status,
        Optional.of(new AgentId("bob")),
        status == TaskStatus.IN_PROGRESS ? Optional.of(new Lease(now, 1)) : Optional.empty(),
        now,
        now);
  }
}
