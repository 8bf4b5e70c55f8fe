package dev.parley.id;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.NameReserved;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_system",
        "-admin",
        "system.",
        "ROOT.",
        "parley._",
        "_page",
        "_",
        "__human__",
        "sys-tem",
        "hu-man",
        "S.y.s.t.e.m",
        "syst3m",
        "syst3m-2",
        "par1ey-3",
        "r00t",
        "adm1n",
        "a11",
        "system-2",
        "SYSTEM",
        "0wner",
        "u5er",
        "server.7",
        "_carol"
      })
  void agent_nameOfTheSystemInAnyDecoration_isRefused(String name) {
    assertThat(refused(() -> ReservedNames.agent(name))).isEqualTo(new NameReserved(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"guest", "Guest-2", "gu3st", "g.u.e.s.t"})
  void agent_defaultNameOfPeople_isRefusedForAgentsAlone(String name) {
    assertThat(refused(() -> ReservedNames.agent(name))).isEqualTo(new NameReserved(name));
    assertThat(ReservedNames.isReserved(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpt-4.1",
        "claude-3.5",
        "systems-engineer",
        "system-x",
        "SystemX",
        "humane",
        "alice",
        "rooted",
        "overall",
        "here-and-there",
        "o3",
        "7",
        "2-2",
        "411",
        "qwen2.5-coder",
        "a"
      })
  void agent_anyOtherName_isTaken(String name) {
    assertThat(ReservedNames.agent(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".a", "-", "-alice", "a b", "a/b", "alice\n", "ä"})
  void agent_nameOfAnotherForm_isRefused(String name) {
    assertThat(refusedField(() -> ReservedNames.agent(name))).isEqualTo("agent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hu-man", "syst3m", "r00t-2", "sys_tem"})
  void nickname_ofTheSystemInAnyDecoration_isRefusedAndStillReadFromRows(String name) {
    assertThat(refused(() -> Nickname.of(name))).isEqualTo(new NameReserved(name));
    assertThat(new Nickname(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "bob (not in the room)"})
  void nickname_shownForOneNotInTheRoom_isNobodysToTake(String name) {
    assertThat(refusedField(() -> Nickname.of(name))).isEqualTo("nickname");
  }
}
