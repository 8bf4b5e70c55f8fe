package dev.parley.id;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.NameReserved;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NicknameTest {

  @ParameterizedTest
  @ValueSource(strings = {"alice", "A", "7", "clever-otter", "a_b-C", "humane", "system-x", "2-2"})
  void of_whatMatchesTheForm_isKept(String value) {
    assertThat(Nickname.of(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "_a", "a b", "a.b", "alice\n", "ä", "аlice", "<channel"})
  void of_whatDoesNot_isRefused(String value) {
    assertThat(refusedField(() -> Nickname.of(value))).isEqualTo("nickname");
  }

  @Test
  void of_32Characters_isKeptAnd33IsRefused() {
    assertThat(Nickname.of("n".repeat(32)).value()).hasSize(32);
    assertThat(refused(() -> Nickname.of("n".repeat(33))).details())
        .containsEntry("field", "nickname")
        .containsEntry("pattern", "^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "system", "SYSTEM", "parley", "server", "hub", "admin", "administrator", "root",
        "operator", "moderator", "owner", "user", "human", "Human", "person", "everyone",
        "everybody", "all", "here"
      })
  void of_aNameOfTheSystemOrAPerson_isRefused(String value) {
    assertThat(refused(() -> Nickname.of(value))).isEqualTo(new NameReserved(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"system-2", "system2", "Human_", "all--7", "root_1", "system-2-2", "system-2-"})
  void of_aReservedNameWithANumber_isRefused(String value) {
    assertThat(refused(() -> Nickname.of(value))).isEqualTo(new NameReserved(value));
  }

  @Test
  void numbered_appends() {
    assertThat(Nickname.of("alice").numbered(2)).hasToString("alice-2");
    assertThat(Nickname.of("alice-2").numbered(3)).hasToString("alice-2-3");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 29, 30, 31, 32})
  void numbered_ofAnyLength_isNeverPast32(int length) {
    Nickname wish = Nickname.of("n".repeat(length));
    for (int n : new int[] {2, 9, 10, 99, 100, 1_000_000, Integer.MAX_VALUE}) {
      assertThat(wish.numbered(n).value()).hasSizeLessThanOrEqualTo(32).endsWith("-" + n);
    }
    assertThat(Nickname.of("n".repeat(32)).numbered(2)).hasToString("n".repeat(30) + "-2");
  }

  @ParameterizedTest
  @CsvSource({
    "carol,carol",
    "_carol,carol",
    "-_c,c",
    "___,agent-___",
    "root,agent-root",
    "_user-2,agent-_user-2"
  })
  void like_isAsNearAsANicknameMayBe(String agent, String nickname) {
    assertThat(Nickname.like(agent)).hasToString(nickname);
  }

  @Test
  void like_ofALongName_isCut() {
    assertThat(Nickname.like("a".repeat(64))).hasToString("a".repeat(32));
    assertThat(Nickname.like("_".repeat(64)).value()).hasSize(32);
  }
}
