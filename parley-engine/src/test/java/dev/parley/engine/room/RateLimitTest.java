package dev.parley.engine.room;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitTest {

  @Test
  void parse_ofWhatTheCommandLineTakes_isRead() {
    assertThat(RateLimit.parse("10:20")).isEqualTo(RateLimit.perSecond(10, 20));
    assertThat(RateLimit.parse("1:1")).isEqualTo(RateLimit.perSecond(1, 1));
    assertThat(RateLimit.parse("1000000:1000000"))
        .isEqualTo(RateLimit.perSecond(1_000_000, 1_000_000));
    assertThat(RateLimit.parse("off")).isEqualTo(RateLimit.OFF);
  }

  /** Only the word takes the limit away: two zeros are more likely a slip. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "10",
        "10:",
        ":20",
        "0:20",
        "10:0",
        "0:0",
        "-1:20",
        "10:-1",
        "1000001:1",
        "1:1000001",
        "10:20:30",
        "a:b",
        " 10:20",
        "10 : 20",
        "OFF",
        "99999999999:1",
        "1.5:2"
      })
  void parse_ofAnythingElse_isRefused(String text) {
    assertThat(refusedField(() -> RateLimit.parse(text))).isEqualTo("rate-limit");
  }

  @Test
  void of_outOfBounds_isRefused() {
    assertThat(refusedField(() -> RateLimit.perSecond(0, 1))).isEqualTo("rate-limit");
    assertThat(refusedField(() -> RateLimit.perSecond(1, 0))).isEqualTo("rate-limit");
    assertThat(refusedField(() -> RateLimit.perSecond(1_000_001, 1))).isEqualTo("rate-limit");
  }
}
