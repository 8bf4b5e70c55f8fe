package dev.parley.id;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoomNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"planning", "0", "a-", "7-up", "a--b"})
  void of_whatMatchesTheForm_isKept(String value) {
    assertThat(RoomName.of(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-a", "Planning", "a_b", "a b", "a.b", "planning\n", "\nplanning", "ä", "ａ"})
  void of_whatDoesNot_isRefused(String value) {
    assertThat(refusedField(() -> RoomName.of(value))).isEqualTo("room");
  }

  @Test
  void of_32Characters_isKeptAnd33IsRefused() {
    assertThat(RoomName.of("r".repeat(32)).value()).hasSize(32);
    assertThat(refused(() -> RoomName.of("r".repeat(33))).details())
        .containsEntry("field", "room")
        .containsEntry("pattern", "^[a-z0-9][a-z0-9-]{0,31}$");
  }
}
