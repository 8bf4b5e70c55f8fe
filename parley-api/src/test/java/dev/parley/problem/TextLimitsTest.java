package dev.parley.problem;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextLimitsTest {

  @Test
  void text_atItsBound_isKeptAndOneMoreIsRefusedWithBothNumbers() {
    assertThat(TextLimits.text("title", "abc", 3)).isEqualTo("abc");
    assertThat(TextLimits.text("title", "", 0)).isEmpty();
    assertThat(refused(() -> TextLimits.text("title", "abcd", 3)))
        .isEqualTo(
            new InvalidArgument(
                "title",
                "it has 4 characters and 3 is the limit",
                Map.of("limit", 3, "length", 4)));
  }

  @Test
  void text_isCountedInUtf16Units() {
    assertThat(TextLimits.text("title", "😀😀", 4)).isEqualTo("😀😀");
    assertThat(refusedField(() -> TextLimits.text("title", "😀😀", 3))).isEqualTo("title");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0", "\0", "\uD83D", "a\uD83Db", "\uDE00", "\uDE00\uD83D", "😀\uDE00"})
  void text_thatIsNone_isRefused(String text) {
    assertThat(refusedField(() -> TextLimits.text("title", text, 10))).isEqualTo("title");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n\r\t", "\u0001", "\uFFFF", "𝄞 clef", "عربي"})
  void text_ofAnyOtherCharacter_isKept(String text) {
    assertThat(TextLimits.text("title", text, 100)).isEqualTo(text);
  }

  @Test
  void count_atItsBound_isKeptAndOneMoreIsRefused() {
    assertThat(TextLimits.count("depends_on", 32, 32)).isEqualTo(32);
    assertThat(refusedField(() -> TextLimits.count("depends_on", 33, 32))).isEqualTo("depends_on");
  }

  @Test
  void range_atItsBounds_isKeptAndOneBeyondIsRefusedWithBoth() {
    assertThat(TextLimits.range("limit", 1, 1, 50)).isEqualTo(1);
    assertThat(TextLimits.range("limit", 50L, 1L, 50L)).isEqualTo(50L);
    InvalidArgument refusal =
        new InvalidArgument("limit", "it must be 1 to 50", Map.of("least", 1, "limit", 50));
    assertThat(refused(() -> TextLimits.range("limit", 0, 1, 50))).isEqualTo(refusal);
    assertThat(refused(() -> TextLimits.range("limit", 51, 1, 50))).isEqualTo(refusal);
    assertThat(refusedField(() -> TextLimits.range("limit", 0L, 1L, 50L))).isEqualTo("limit");
    assertThat(refusedField(() -> TextLimits.range("limit", 51L, 1L, 50L))).isEqualTo("limit");
  }
}
