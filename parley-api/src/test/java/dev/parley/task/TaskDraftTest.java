package dev.parley.task;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskDraftTest {

  @Test
  void draft_withATitleAlone_isOfMediumPriorityAndNothingElse() {
    TaskDraft draft = titled("").build();
    assertThat(draft.title()).isEmpty();
    assertThat(draft.priority()).isEqualTo(Priority.MEDIUM);
    assertThat(draft.description()).isEmpty();
    assertThat(draft.assignee()).isEmpty();
    assertThat(draft.dependsOn()).isEmpty();
    assertThat(draft.idempotencyKey()).isEmpty();
    assertThat(draft.parent()).isEmpty();
    assertThat(draft.derivedReason()).isEmpty();
  }

  @Test
  void draft_keepsAllThatIsSaid() {
    TaskId one = new TaskId("1");
    TaskId parent = new TaskId("p");
    TaskDraft draft =
        titled("t")
            .priority(Priority.LOW)
            .description("d")
            .assignee(new AgentId("bob"))
            .dependsOn(one)
            .once("k")
            .derivedFrom(parent)
            .because("r")
            .build();
    assertThat(draft.priority()).isEqualTo(Priority.LOW);
    assertThat(draft.description()).contains("d");
    assertThat(draft.assignee()).contains(new AgentId("bob"));
    assertThat(draft.dependsOn()).containsExactly(one);
    assertThat(draft.idempotencyKey()).contains("k");
    assertThat(draft.parent()).contains(parent);
    assertThat(draft.derivedReason()).contains("r");
  }

  @Test
  void texts_atTheirBound_areKeptAndOneMoreIsRefused() {
    assertThat(titled("t".repeat(256)).build().title()).hasSize(256);
    assertThat(refusedField(() -> titled("t".repeat(257)).build())).isEqualTo("title");
    assertThat(titled("t").description("d".repeat(8_192)).build().description()).isPresent();
    assertThat(refusedField(() -> titled("t").description("d".repeat(8_193)).build()))
        .isEqualTo("description");
    assertThat(titled("t").because("r".repeat(512)).build().derivedReason()).isPresent();
    assertThat(refusedField(() -> titled("t").because("r".repeat(513)).build()))
        .isEqualTo("derived_reason");
    assertThat(titled("t").once("k".repeat(256)).build().idempotencyKey()).isPresent();
    assertThat(refusedField(() -> titled("t").once("k".repeat(257)).build()))
        .isEqualTo("idempotency_key");
    assertThat(titled("t").once("").build().idempotencyKey()).isEmpty();
  }

  @Test
  void dependsOn_32_isKeptAnd33IsRefused() {
    assertThat(titled("t").dependsOn(ids(32)).build().dependsOn()).hasSize(32);
    assertThat(refusedField(() -> titled("t").dependsOn(ids(33)).build())).isEqualTo("depends_on");
  }

  @Test
  void dependsOn_twiceTheSame_isOnceInTheOrderOfTheFirst() {
    TaskId one = new TaskId("1");
    TaskId two = new TaskId("2");
    assertThat(titled("t").dependsOn(two, one, two).build().dependsOn()).containsExactly(two, one);
  }

  @Test
  void dependsOn_whatIsNoIdOfATask_isRefused() {
    for (String id : List.of("a b", "a.b", "ä", "a\n")) {
      assertThat(refusedField(() -> titled("t").dependsOn(new TaskId(id)).build()))
          .isEqualTo("depends_on");
    }
    assertThat(titled("t").dependsOn(new TaskId("A_z-9")).build().dependsOn()).hasSize(1);
  }

  @Test
  void taskId_of256Characters_isKeptAndAnEmptyOrLongerOneIsRefused() {
    assertThat(new TaskId("i".repeat(256)).value()).hasSize(256);
    assertThat(new TaskId("any character, even ä")).hasToString("any character, even ä");
    assertThat(refusedField(() -> new TaskId(""))).isEqualTo("task_id");
    assertThat(refusedField(() -> new TaskId("i".repeat(257)))).isEqualTo("task_id");
  }

  private static TaskDraft.Builder titled(String title) {
    return TaskDraft.titled(title);
  }

  private static List<TaskId> ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> new TaskId("t" + i)).toList();
  }
}
