package dev.parley.war.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Role;
import dev.parley.war.login.IssuerLoginCookies.Issued;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuerLoginCookiesTest {
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);
  private static final Instant BEFORE = END.minusSeconds(1);

  private final LoginFiles files = LoginFiles.inMemory();
  private final IssuerLoginCookies logins = new IssuerLoginCookies(files, Optional.of("rules"));
  private final Issued login = Issued.begin(LoginsTest.issued("ada", Role.VIEWER, END));
  private final String cookie = logins.signed(login);

  @Test
  void cookie_hasTheRightsOfThePerson_untilTheEnd() {
    assertThat(IssuerLoginCookies.isOne(cookie)).isTrue();
    assertThat(logins.in(cookie, BEFORE)).contains(login);
    assertThat(logins.in(cookie, END)).isEmpty();
  }

  @Test
  void cookie_withAnyLetterChanged_isNone() {
    for (int i = 0; i < cookie.length(); i++) {
      char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
      String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(logins.in(changed, BEFORE)).as(changed).isEmpty();
    }
    assertThat(logins.in("oidc.e30." + "A".repeat(43), BEFORE)).isEmpty();
  }

  @Test
  void cookie_ofOtherRules_orOfNone_isNone() {
    assertThat(new IssuerLoginCookies(files, Optional.of("other")).in(cookie, BEFORE)).isEmpty();
    assertThat(new IssuerLoginCookies(files, Optional.empty()).in(cookie, BEFORE)).isEmpty();
  }

  @Test
  void cookie_isGoodAtANodeWithTheSameSecret_andAtNoOther(@TempDir Path one, @TempDir Path two) {
    String signed = at(one, "shared-secret").signed(login);
    assertThat(at(two, "shared-secret").in(signed, BEFORE)).contains(login);
    assertThat(at(two, "another-secret").in(signed, BEFORE)).isEmpty();
  }

  private static IssuerLoginCookies at(Path folder, String secret) {
    Map<String, String> settings =
        Map.of("parley.data", folder.toString(), "parley.login-secret", secret);
    return new IssuerLoginCookies(
        LoginFiles.of(Settings.of(Deployed.with(settings))), Optional.of("rules"));
  }
}
