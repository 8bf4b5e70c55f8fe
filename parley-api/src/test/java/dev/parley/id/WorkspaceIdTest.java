package dev.parley.id;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"default", "0", "a-b-", "team-7"})
  void of_whatMatchesTheForm_isKept(String value) {
    assertThat(new WorkspaceId(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "Team", "a_b", "a b", "a\n", "ä"})
  void of_whatDoesNot_isRefused(String value) {
    assertThat(refusedField(() -> new WorkspaceId(value))).isEqualTo("workspace");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void of_upTo64_isKept(int length) {
    assertThat(new WorkspaceId("w".repeat(length)).value()).hasSize(length);
    assertThat(refusedField(() -> new WorkspaceId("w".repeat(65)))).isEqualTo("workspace");
  }
}
