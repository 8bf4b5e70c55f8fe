package dev.parley.war.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.oauth.TokenLifetimes;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The settings of the authorization server. */
class OAuthSettingsTest {
  private static Optional<OAuthSettings> read(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put("parley." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return OAuthSettings.of(Settings.of(Deployed.with(settings)));
  }

  private static void assertRefused(String sentence, String... namesAndValues) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(namesAndValues))
        .withMessageContaining(sentence);
  }

  @Test
  void absentOrOff_isNoServer() {
    assertThat(read()).isEmpty();
    assertThat(read("oauth", "off")).isEmpty();
    assertThat(read("oauth", "False")).isEmpty();
  }

  @Test
  void on_hasTheUsualTimes_unlessSaidOtherwise() {
    assertThat(read("oauth", "on").orElseThrow().lifetimes()).isEqualTo(TokenLifetimes.DEFAULT);
    assertThat(
            read("oauth", "TRUE", "oauth-access", "5m", "oauth-unused", "P7D", "oauth-grant", "P9D")
                .orElseThrow()
                .lifetimes())
        .isEqualTo(
            new TokenLifetimes(Duration.ofMinutes(5), Duration.ofDays(7), Duration.ofDays(9)));
  }

  @Test
  void mistakes_areSaidAtTheStart() {
    assertRefused("it must be on or off, not maybe", "oauth", "maybe");
    assertRefused("--oauth-grant needs --oauth", "oauth-grant", "P9D");
    assertRefused("exclude each other", "oauth", "on", "oidc-issuer", "https://x.invalid");
    assertRefused("--oauth: ", "oauth", "on", "oauth-access", "soon");
    assertRefused("at most ten years", "oauth", "on", "oauth-grant", "P4000D");
  }
}
