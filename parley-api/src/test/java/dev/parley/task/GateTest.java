package dev.parley.task;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.InvalidArgument;
import dev.parley.task.Gate.Kind;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {

  @Test
  void text_ofEachKind_isReadAgain() {
    for (Gate gate : new Gate[] {Gate.review("qa"), Gate.artifact("a: b.md"), Gate.hook()}) {
      assertThat(Gate.of(gate.text())).isEqualTo(gate);
    }
    assertThat(Gate.review("qa").text()).isEqualTo("review:qa");
    assertThat(Gate.artifact("a: b.md").text()).isEqualTo("artifact:a: b.md");
    assertThat(Gate.hook().text()).isEqualTo("hook:after_task");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "qa",
        ":",
        ":qa",
        "Review:qa",
        "reviews:qa",
        " review:qa",
        "review:",
        "review:a b",
        "review:-a",
        "review:qa\n",
        "artifact:",
        "artifact:a\u0000",
        "hook:",
        "hook:before_task",
        "hook:after_task "
      })
  void text_ofNoGate_isRefused(String text) {
    assertThat(refusedField(() -> Gate.of(text))).isEqualTo("gates");
  }

  @Test
  void refusal_saysTheForms() {
    assertThat(((InvalidArgument) refused(() -> Gate.of("tests"))).reason())
        .isEqualTo("a gate begins with review:, artifact: or hook:, and a name follows");
    assertThat(((InvalidArgument) refused(() -> Gate.of("hook:x"))).reason())
        .isEqualTo("the only hook of a gate is hook:after_task");
    assertThat(((InvalidArgument) refused(() -> Gate.of("artifact:"))).reason())
        .isEqualTo("an artifact is named after artifact:");
  }

  @Test
  void names_atTheirBound_areKeptAndOneMoreIsRefused() {
    assertThat(Gate.review("r".repeat(64)).name()).hasSize(64);
    assertThat(refusedField(() -> Gate.review("r".repeat(65)))).isEqualTo("gates");
    assertThat(Gate.artifact("a".repeat(256)).name()).hasSize(256);
    assertThat(refusedField(() -> Gate.artifact("a".repeat(257)))).isEqualTo("gates");
  }

  @Test
  void draft_withEightGates_keepsThemAndRefusesNine() {
    assertThat(titled(8).gates()).hasSize(8);
    assertThat(refusedField(() -> titled(9))).isEqualTo("gates");
    assertThat(TaskDraft.titled("t").build().gates()).isEmpty();
  }

  @Test
  void draft_withAGateTwice_keepsItOnceInTheOrderOfTheFirst() {
    Gate one = Gate.review("qa");
    assertThat(TaskDraft.titled("t").gates(Gate.hook(), one, Gate.hook()).build().gates())
        .containsExactly(Gate.hook(), one);
  }

  @Test
  void condition_saysWhatOpensIt() {
    assertThat(Arrays.stream(Kind.values()).map(Kind::wireName))
        .containsExactly("review", "artifact", "hook");
    assertThat(Gate.review("qa").condition())
        .isEqualTo(
            "an approval by qa of the latest version of an artifact of this task or of its gates");
    assertThat(Gate.artifact("report").condition()).isEqualTo("an artifact of that name");
    assertThat(Gate.hook().condition())
        .isEqualTo("a successful run of the assignee's hook after_task");
  }

  private static TaskDraft titled(int gates) {
    return TaskDraft.titled("t")
        .gates(IntStream.range(0, gates).mapToObj(i -> Gate.artifact("a" + i)).toList())
        .build();
  }
}
