package dev.parley.message;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

  /** One, two, three and four bytes a character; the bound is not a multiple of three. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "ä", "€", "😀"})
  void of_8192Bytes_isKeptAndOneMoreIsRefused(String character) {
    int width = character.getBytes(StandardCharsets.UTF_8).length;
    String full = character.repeat(8192 / width) + "a".repeat(8192 % width);
    assertThat(Body.of(full).text()).isEqualTo(full);

    assertThat(refused(() -> Body.of(full + "a")).details())
        .isEqualTo(Map.of("field", "body", "limit", 8192, "bytes", 8193L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", " ", "\0", "\n", "\u00e9", "\uffff", "\ud83d\ude00"})
  void of_oneCharacter_isKeptAsItCame(String text) {
    assertThat(Body.of(text)).hasToString(text);
  }

  @Test
  void of_nothing_isRefused() {
    assertThat(refusedField(() -> Body.of(""))).isEqualTo("body");
  }

  @ParameterizedTest
  @ValueSource(ints = {0xd800, 0xdbff, 0xdc00, 0xdfff})
  void of_halfASurrogatePair_isRefusedWhereverItStands(int half) {
    String lone = String.valueOf((char) half);
    for (String text : new String[] {lone, "a" + lone, lone + "a", "a" + lone + "a"}) {
      assertThat(refused(() -> Body.of(text)).message()).contains("surrogate");
    }
    assertThat(refusedField(() -> Body.of("\ude00\ud83d"))).isEqualTo("body");
  }

  @Test
  void of_20MB_isRefusedWithItsSize() {
    assertThat(refused(() -> Body.of("a".repeat(20_000_000))).details())
        .containsEntry("bytes", 20_000_000L);
  }
}
