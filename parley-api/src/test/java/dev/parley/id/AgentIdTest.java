package dev.parley.id;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"alice", "7", "claude.code", "a_b-c.D", "-a", "_a"})
  void of_whatMatchesTheForm_isKept(String value) {
    assertThat(new AgentId(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".a", "..", "a b", "a/b", "alice\n", "ä"})
  void of_whatDoesNot_isRefused(String value) {
    assertThat(refusedField(() -> new AgentId(value))).isEqualTo("agent");
  }

  @Test
  void of_64Characters_isKeptAnd65IsRefused() {
    assertThat(new AgentId("a".repeat(64)).value()).hasSize(64);
    assertThat(refusedField(() -> new AgentId("a".repeat(65)))).isEqualTo("agent");
  }

  @Test
  void of_64CharactersOfTheRule_isTakenAnd65IsRefused() {
    assertThat(AgentId.of("a".repeat(63) + ".").value()).hasSize(64);
    assertThat(refusedField(() -> AgentId.of("a".repeat(65)))).isEqualTo("agent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-a", "_a", ".a", ""})
  void of_nameThatBeginsWithNeitherLetterNorDigit_isRefused(String value) {
    assertThat(refusedField(() -> AgentId.of(value))).isEqualTo("agent");
  }

  @Test
  void connectionId_of64Characters_isKeptAnd65IsRefused() {
    assertThat(new ConnectionId("-".repeat(64)).value()).hasSize(64);
    assertThat(refusedField(() -> new ConnectionId("c".repeat(65)))).isEqualTo("connection");
    assertThat(refusedField(() -> new ConnectionId("a_b"))).isEqualTo("connection");
    assertThat(refusedField(() -> new ConnectionId(""))).isEqualTo("connection");
  }
}
