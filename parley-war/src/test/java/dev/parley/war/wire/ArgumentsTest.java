package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.id.Nickname;
import dev.parley.id.TaskId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArgumentsTest {

  private static Arguments given(Object value) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("x", value);
    return Arguments.ofAny(arguments);
  }

  private static InvalidArgument refusal(Runnable read) {
    ParleyException refused = catchThrowableOfType(ParleyException.class, read::run);
    assertThat(refused.problem()).isInstanceOf(InvalidArgument.class);
    assertThat(((InvalidArgument) refused.problem()).field()).isEqualTo("x");
    return (InvalidArgument) refused.problem();
  }

  @Test
  void null_isAbsent() {
    assertThat(given(null).optionalText("x")).isEmpty();
    assertThat(given(null).integer("x")).isEmpty();
    assertThat(given(null).flag("x")).isFalse();
    assertThat(given(null).texts("x")).isEmpty();
    assertThat(given(null).values("x", TaskId::new)).isEmpty();
    assertThat(given(null).hasAny("x")).isFalse();
    assertThat(given("").hasAny("y", "x")).isTrue();
    assertThat(refusal(() -> given(null).text("x")).reason()).contains("missing");
  }

  static List<List<Object>> numbers() {
    BigInteger large = BigInteger.TWO.pow(80);
    return List.of(
        List.of(7, 7L),
        List.of(-7, -7L),
        List.of(1L << 40, 1L << 40),
        List.of(1.0, 1L),
        List.of(-0.0, 0L),
        List.of(1e3, 1_000L),
        List.of(large, Long.MAX_VALUE),
        List.of(large.negate(), Long.MIN_VALUE));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void integer_isWholeHoweverItIsWritten(List<Object> writtenAndMeant) {
    assertThat(given(writtenAndMeant.get(0)).integer("x"))
        .isEqualTo(Optional.of(writtenAndMeant.get(1)));
  }

  @Test
  void integer_ofAnythingElse_isRefused() {
    for (Object other :
        new Object[] {1.5, Double.POSITIVE_INFINITY, Double.NaN, "1", true, List.of(1)}) {
      assertThat(refusal(() -> given(other).integer("x")).reason()).contains("whole number");
    }
  }

  @Test
  void flag_isTrueOrFalse() {
    assertThat(given(true).flag("x")).isTrue();
    assertThat(given(false).flag("x")).isFalse();
    for (Object other : new Object[] {"true", 1, 0}) {
      assertThat(refusal(() -> given(other).flag("x")).reason()).contains("true or false");
    }
  }

  @Test
  void value_refusedByItsType_isRefusedByTheArgumentsName() {
    assertThat(given("t").value("x", TaskId::new)).isEqualTo(new TaskId("t"));
    assertThat(refusal(() -> given("").value("x", TaskId::new)).reason()).isEqualTo("it is empty");
    assertThat(refusal(() -> given("a".repeat(257)).value("x", TaskId::new)).bounds())
        .containsEntry("limit", 256);
    assertThat(refusal(() -> given(List.of("t", "")).values("x", TaskId::new)).reason())
        .isEqualTo("it is empty");
  }

  @Test
  void value_refusedForAnotherReason_staysThatRefusal() {
    ParleyException refused =
        catchThrowableOfType(ParleyException.class, () -> given("system").value("x", Nickname::of));
    assertThat(refused.problem()).isEqualTo(new NameReserved("system"));
  }

  @Test
  void values_keepTheirOrder_andHoldStringsAlone() {
    assertThat(given(List.of("b", "a")).values("x", TaskId::new))
        .containsExactly(new TaskId("b"), new TaskId("a"));
    for (Object other : new Object[] {"a", Map.of(), List.of(1), Arrays.asList("a", null)}) {
      assertThat(refusal(() -> given(other).values("x", TaskId::new)).reason())
          .contains("array of strings");
    }
  }

  @Test
  void texts_keepTheirOrder_andHoldStringsAlone() {
    Map<String, String> ordered = new LinkedHashMap<>();
    ordered.put("b", "1");
    ordered.put("a", "2");
    assertThat(given(ordered).texts("x").keySet()).containsExactly("b", "a");
    Map<String, Object> holdsNull = new LinkedHashMap<>();
    holdsNull.put("k", null);
    for (Object other : new Object[] {"k=v", List.of("k"), Map.of("k", 1), holdsNull}) {
      assertThat(refusal(() -> given(other).texts("x")).reason()).contains("string");
    }
  }

  @Test
  void text_pastItsBound_isRefusedWithBoth() {
    assertThat(given("abc").text("x", 3)).isEqualTo("abc");
    assertThat(refusal(() -> given("abcd").text("x", 3)).bounds())
        .containsEntry("limit", 3)
        .containsEntry("length", 4);
    assertThat(refusal(() -> given("a\u0000").optionalText("x", 3)).reason()).contains("U+0000");
  }
}
