package dev.parley.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "claude-*, claude-1, true",
        "claude-*, claude-, true",
        "claude-*, aclaude-1, false",
        "*-codex, my-codex, true",
        "*-codex, my-codex-2, false",
        "ctx-?, ctx-a, true",
        "ctx-?, ctx-, false",
        "ctx-?, ctx-ab, false",
        "a*b*c, a-b-b-c, true",
        "a*b*c, a-b-b, false",
        "a*bc, abcbc, true",
        "*, anybody, true",
        "*, \"\", true",
        "**, anybody, true",
        "?*, \"\", false",
        "a.c, abc, false",
        "a.c, a.c, true",
        "[ab]+, a, false",
        "a\\*, a*, false",
        "Alice, alice, false",
        "\"\", \"\", true",
        "\"\", a, false",
      })
  void glob_meansWhatItSays(String pattern, String text, boolean matches) {
    assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
  }

  @Test
  @Timeout(20)
  void glob_floodedWithStars_isDoneSoon() {
    Glob flood = new Glob("*a".repeat(127) + "*b");
    assertThat(flood.matches("a".repeat(100_000))).isFalse();
    assertThat(new Glob("*".repeat(256)).matches("a".repeat(64))).isTrue();
  }
}
