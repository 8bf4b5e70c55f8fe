package dev.parley.war.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPolicyTest {
  private static final String LOOPBACK = "parley.bound-to-loopback";
  private static final String TOKEN = "parley.token";
  private static final String MAX_LENGTH = "parley.max-token-length";

  @Test
  void loopback_withoutATokenSet_isOpen() {
    assertThat(access(Map.of(LOOPBACK, "true")).admits(null)).isTrue();
  }

  @Test
  void loopback_withATokenSet_needsIt() {
    TokenPolicy access = access(Map.of(LOOPBACK, "true", TOKEN, "a-secret"));
    assertThat(access.admits(null)).isFalse();
    assertThat(access.admits("Bearer a-secret")).isTrue();
  }

  @Test
  void token_ofTheGreatestLength_isTaken_andALongerOneIsNot() {
    String longest = "t".repeat(TokenPolicy.DEFAULT_MAX_TOKEN_LENGTH);
    assertThat(access(Map.of(TOKEN, longest)).admits("Bearer " + longest)).isTrue();
    assertThat(access(Map.of(TOKEN, longest + "t")).admits("Bearer " + longest + "t")).isFalse();
    assertThat(access(Map.of(TOKEN, longest)).hashOf(longest + "t")).isEmpty();
    Map<String, String> shorter = Map.of(TOKEN, "12345678,123456789", MAX_LENGTH, "8");
    assertThat(access(shorter).admits("Bearer 12345678")).isTrue();
    assertThat(access(shorter).admits("Bearer 123456789")).isFalse();
  }

  @Test
  void anythingElse_withoutATokenSet_letsNobodyIn() {
    for (Map<String, String> settings :
        List.<Map<String, String>>of(
            Map.of(), Map.of(LOOPBACK, "false"), Map.of(LOOPBACK, "yes"))) {
      assertThat(access(settings).admits(null)).isFalse();
      assertThat(access(settings).admits("Bearer ")).isFalse();
      assertThat(access(settings).admits("Bearer anything")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {",", " , ,", ""})
  void tokenList_thatComesOutEmpty_isNone(String tokens) {
    assertThat(access(Map.of(LOOPBACK, "true", TOKEN, tokens)).isOpen()).isTrue();
    assertThat(access(Map.of(TOKEN, tokens)).admits("Bearer ,")).isFalse();
  }

  @Test
  void accessSetting_opensNothing() {
    assertThat(access(Map.of("parley.access", "open-to-everyone")).admits(null)).isFalse();
  }

  @Test
  void boundToLoopback_saidByASystemProperty_opensNothing() {
    System.setProperty(LOOPBACK, "true");
    try {
      assertThat(access(Map.of(TOKEN, "")).admits(null)).isFalse();
    } finally {
      System.clearProperty(LOOPBACK);
    }
  }

  @Test
  void token_ofSevenCharacters_isNotTaken_ofEightIs() {
    TokenPolicy access = access(Map.of(LOOPBACK, "true", TOKEN, "1234567,12345678"));
    assertThat(access.admits("Bearer 1234567")).isFalse();
    assertThat(access.admits("Bearer 12345678")).isTrue();
    assertThat(access(Map.of(LOOPBACK, "true", TOKEN, "1234567")).isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer first-one", "bearer first-one", "BEARER  first-one ", "Bearer second-one"})
  void authorization_withAToken_letsIn(String authorization) {
    assertThat(access(Map.of(TOKEN, "first-one,second-one")).admits(authorization)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "first-one",
        "Bearer",
        "Bearer ",
        "Bearer first-on",
        "Bearer first-one,second-one",
        "Basic first-one"
      })
  void authorization_withoutOne_doesNot(String authorization) {
    assertThat(access(Map.of(TOKEN, "first-one,second-one")).admits(authorization)).isFalse();
  }

  private static TokenPolicy access(Map<String, String> settings) {
    return TokenPolicy.of(Settings.of(Deployed.with(settings)));
  }
}
