package dev.parley.engine.room;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.parley.id.RoomName;
import dev.parley.problem.TopicNotAllowed;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTopicsTest {
  private static final AllowedTopics SOME =
      AllowedTopics.of(List.of(RoomName.of("planning")), List.of("ops-[a-z]+", "a|bc"));

  @ParameterizedTest
  @CsvSource({
    "planning, true",
    "planning-2, false",
    "ops-east, true",
    "ops-, false",
    "ops-east-1, false",
    "my-ops-east, false",
    "a, true",
    "bc, true",
    "abc, false",
    "other, false"
  })
  void topic_isAllowedByNameOrByAPatternOfTheWholeName(String topic, boolean allowed) {
    assertThat(SOME.allow(RoomName.of(topic))).isEqualTo(allowed);
  }

  @Test
  void refusal_saysWhatIsAllowed() {
    assertThat(refused(() -> SOME.check(RoomName.of("other"))))
        .isEqualTo(new TopicNotAllowed("other", List.of("planning"), List.of("ops-[a-z]+", "a|bc")))
        .returns("topic not allowed: \"other\"", problem -> problem.message());
  }

  @Test
  void refusal_whereNothingIsListed_saysThatTheTopicIsReserved() {
    assertThat(refused(() -> AllowedTopics.EVERYTHING.check(AllowedTopics.RESERVED)))
        .satisfies(
            problem -> {
              assertThat(problem.message())
                  .startsWith("topic not allowed: \"parley-presence\";")
                  .contains("every other topic is allowed");
              assertThat(problem.details()).containsEntry("reserved", true);
            });
  }

  @Test
  void nothingListed_allowsEverything_andNamesAloneNothingElse() {
    assertThat(AllowedTopics.of(List.of(), List.of()).allow(RoomName.of("any"))).isTrue();
    AllowedTopics names = AllowedTopics.of(List.of(RoomName.of("a")), List.of());
    assertThat(names.allow(RoomName.of("b"))).isFalse();
    AllowedTopics patterns = AllowedTopics.of(List.of(), List.of("x.*"));
    assertThat(patterns.allow(RoomName.of("b"))).isFalse();
    assertThat(patterns.allow(RoomName.of("xb"))).isTrue();
  }

  @Test
  void topicOfPresence_isAllowedByNothing() {
    assertThat(AllowedTopics.EVERYTHING.allow(AllowedTopics.RESERVED)).isFalse();
    assertThat(AllowedTopics.of(List.of(), List.of(".*")).allow(AllowedTopics.RESERVED)).isFalse();
    assertThat(refusedField(() -> AllowedTopics.of(List.of(AllowedTopics.RESERVED), List.of())))
        .isEqualTo("topics");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[a", "a{2,1}", "(?=a)", "(a)\\1", "*"})
  void pattern_thatIsNone_isRefused(String pattern) {
    assertThat(refusedField(() -> AllowedTopics.of(List.of(), List.of(pattern))))
        .isEqualTo("post-topics");
  }

  /** RE2/J compiles the second and the third for ever. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\u0080", "(?i)\u1C80", "(?i)[a-\uFFFD]", "(?i)\\x{1C80}", "[a-\\x{10FFFF}]"})
  void pattern_withACharacterBeyondAscii_isRefused(String pattern) {
    assertThat(refusedField(() -> AllowedTopics.of(List.of(), List.of(pattern))))
        .isEqualTo("post-topics");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?i)\\p{Cyrillic}|x",
        "(?i)[\\pL]",
        "(?i)[^a]",
        "(?i)\u007F|x",
        "(?i)\\x78",
        "\\170"
      })
  void pattern_ofAsciiCharacters_isTaken_whateverItMatches(String pattern) {
    AllowedTopics allowed =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(5), () -> AllowedTopics.of(List.of(), List.of(pattern)));

    assertThat(allowed.allow(RoomName.of("x"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a{10}){101}",
        "(a{0,10}){7,101}",
        "((((((((a{22}){22}){22}){22}){22}){22}){22}){22}){22}",
        "(a{99999999999999999999})",
        "((a{2,}){600,})",
        "(a|b|c|d|e|){700}"
      })
  void pattern_thatRepeatsAPartTooOften_isRefused(String pattern) {
    assertThat(refusedField(() -> AllowedTopics.of(List.of(), List.of(pattern))))
        .isEqualTo("post-topics");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(a{10}){100}", "([a-z]{1,32}-){0,9}x{1,32}", "x{1000}|x", "(a{2,}){300,}"})
  void pattern_thatRepeatsAPartAsOftenAsItMay_isTaken(String pattern) {
    assertThatNoException().isThrownBy(() -> AllowedTopics.of(List.of(), List.of(pattern)));
  }

  @Test
  void pattern_thatIsTooLong_isRefused() {
    assertThat(refusedField(() -> AllowedTopics.of(List.of(), List.of("a".repeat(257)))))
        .isEqualTo("post-topics");
  }

  /** The fifth is a matter of hours for the JDK's matcher, the others for simpler ones. */
  @ParameterizedTest
  @ValueSource(
      strings = {"(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*x", "((a{0,40}){0,20})+c", "(a|a)*(a|a)*b"})
  void catastrophicPattern_isDecidedAtOnce(String pattern) {
    AllowedTopics allowed = AllowedTopics.of(List.of(), Collections.nCopies(64, pattern));
    RoomName name = RoomName.of("a".repeat(31) + "-");
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(allowed.allow(name)).isFalse());
  }
}
