package dev.parley.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskChangedTest {
  @Test
  void reason_pastItsBound_isCutBetweenCharacters() {
    String most = "a".repeat(TaskChanged.MAX_REASON);
    assertThat(of(most).reason()).contains(most);
    assertThat(of(most + "b").reason()).contains(most);
    assertThat(of(most.substring(1) + "\uD83E\uDDED").reason()).contains(most.substring(1));
    assertThat(new TaskChanged(new TaskId("t"), TaskStatus.TODO, Optional.empty()).reason())
        .isEmpty();
  }

  private static TaskChanged of(String reason) {
    return new TaskChanged(
        new TaskId("t"), TaskStatus.IN_REVIEW, Optional.empty(), Optional.of(reason));
  }
}
