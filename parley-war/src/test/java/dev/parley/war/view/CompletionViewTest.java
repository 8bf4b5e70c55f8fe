package dev.parley.war.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.session.CompletionCheck;
import dev.parley.session.CompletionCheck.PendingTask;
import dev.parley.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompletionViewTest {
  /** Returns the reason for which an agent is not to end that has so many tasks in the list. */
  private static String reason(int tasks) {
    List<PendingTask> open =
        IntStream.range(0, tasks)
            .mapToObj(
                i ->
                    new PendingTask(
                        new TaskId("t" + i), "title", TaskStatus.IN_PROGRESS, Optional.empty()))
            .toList();
    CompletionCheck check =
        new CompletionCheck(AgentId.of("be"), 0, tasks, open, open, 0, Optional.empty());
    return String.valueOf(CompletionView.of(check, true).get("reason"));
  }

  @Test
  void tasks_areNamed_threeAtMost_andTheOthersAreCounted() {
    assertThat(reason(1)).contains("finished task t0.");
    assertThat(reason(3)).contains("finished tasks t0, t1, t2.");
    assertThat(reason(5)).contains("finished tasks t0, t1, t2 and 2 more.");
  }

  @Test
  void tasksOfAListThatMayBeCut_areNotCounted() {
    assertThat(reason(CompletionCheck.MAX_TASKS - 1)).contains("t2 and 96 more.");
    assertThat(reason(CompletionCheck.MAX_TASKS)).contains("t2 and more.");
  }
}
