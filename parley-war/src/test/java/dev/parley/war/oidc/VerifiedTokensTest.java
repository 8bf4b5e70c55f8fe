package dev.parley.war.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.grant.Grant;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private final VerifiedTokens tokens = new VerifiedTokens();

  private void note(String token, Instant end) {
    tokens.note(token, Grant.OPEN, NOW, end);
  }

  private boolean knows(String token, Instant at) {
    return tokens.find(token, at).isPresent();
  }

  @Test
  void token_isKnownUntilItsEnd() {
    note("a", NOW.plusSeconds(60));
    assertThat(knows("a", NOW.plusSeconds(59))).isTrue();
    assertThat(knows("b", NOW)).isFalse();
    assertThat(knows("a", NOW.plusSeconds(60))).isFalse();
    assertThat(tokens.size()).isZero();
  }

  @Test
  void token_thatIsGoodForLong_isCheckedAgain() {
    note("a", NOW.plusSeconds(86_400));
    Instant again = NOW.plus(VerifiedTokens.MAX_AGE);
    assertThat(knows("a", again.minusMillis(1))).isTrue();
    assertThat(knows("a", again)).isFalse();
  }

  @Test
  void tokens_pastTheBound_pushOutTheLeastRecentlyUsed() {
    Instant end = NOW.plusSeconds(60);
    for (int i = 0; i < VerifiedTokens.MAX_COUNT; i++) {
      note("token-" + i, end);
    }
    assertThat(knows("token-0", NOW)).isTrue();
    note("one more", end);
    assertThat(tokens.size()).isEqualTo(VerifiedTokens.MAX_COUNT);
    assertThat(knows("token-0", NOW)).isTrue();
    assertThat(knows("token-1", NOW)).isFalse();
  }
}
