package dev.parley.war.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.Nickname;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoginCookieTest {
  private static final byte[] SECRET = "secret".getBytes(UTF_8);
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

  private final LoginCookie cookie = LoginCookie.begin(Nickname.of("ana"), Optional.empty(), END);
  private final String kept = cookie.signed(SECRET);

  @Test
  void cookie_isGoodUntilItsEndAndNotAfterIt() {
    assertThat(LoginCookie.in(kept, SECRET, END.minusSeconds(1))).hasValue(cookie);
    assertThat(LoginCookie.in(kept, SECRET, END)).isEmpty();
  }

  @Test
  void cookie_signedWithAnotherSecret_isNone() {
    assertThat(LoginCookie.in(kept, "other".getBytes(UTF_8), Instant.EPOCH)).isEmpty();
  }

  @Test
  void cookie_withAnyLetterChanged_isNone() {
    for (int i = 0; i < kept.length(); i++) {
      char other = kept.charAt(i) == 'A' ? 'B' : 'A';
      String changed = kept.substring(0, i) + other + kept.substring(i + 1);
      assertThat(LoginCookie.in(changed, SECRET, Instant.EPOCH)).as(changed).isEmpty();
    }
  }

  @Test
  void cookies_ofOnePerson_nameSittingsOfTheirOwn() {
    assertThat(LoginCookie.begin(Nickname.of("ana"), Optional.empty(), END).id())
        .isNotEqualTo(cookie.id());
  }
}
