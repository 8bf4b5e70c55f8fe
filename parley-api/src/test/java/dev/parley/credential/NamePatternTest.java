package dev.parley.credential;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {

  @ParameterizedTest
  @CsvSource({
    "alice, alice, true",
    "alice, alice.fe, false",
    "alice, Alice, false",
    "alice.*, alice, true",
    "alice.*, alice.fe, true",
    "alice.*, alice.fe.2, true",
    "alice.*, alicent, false",
    "alice.*, bob, false",
    "alice.fe.*, alice, false",
    "alice.fe, aliceXfe, false",
    "*, bob, true",
    "*, _old, true"
  })
  void matches_aName_isAsThePatternSays(String pattern, String name, boolean expected) {
    assertThat(new NamePattern(pattern).matches(new AgentId(name))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".*", "**", "*.alice", "al*", "-a", "a b", "alice.*.*", "alice\n"})
  void pattern_ofAnotherForm_isRefused(String value) {
    assertThat(refusedField(() -> new NamePattern(value))).isEqualTo("names");
  }

  @Test
  void pattern_of64CharactersAndAllBelow_isTakenAndOneLongerIsRefused() {
    String longest = "a".repeat(64) + ".*";
    assertThat(new NamePattern(longest).value()).hasSize(NamePattern.MAX_LENGTH);
    assertThat(refusedField(() -> new NamePattern("a" + longest))).isEqualTo("names");
  }

  @Test
  void usual_isTheStem_andEmptyForEveryName() {
    assertThat(new NamePattern("alice").usual()).contains(new AgentId("alice"));
    assertThat(new NamePattern("alice.fe.*").usual()).contains(new AgentId("alice.fe"));
    assertThat(NamePattern.ANY.usual()).isEmpty();
  }

  @Test
  void isOneName_isTrueForANameAlone() {
    assertThat(new NamePattern("alice").isOneName()).isTrue();
    assertThat(new NamePattern("alice.*").isOneName()).isFalse();
    assertThat(NamePattern.ANY.isOneName()).isFalse();
  }
}
