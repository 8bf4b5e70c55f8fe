package dev.parley.war.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.Settings;
import dev.parley.war.testing.Deployed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
  private static final String LOOPBACK = "parley.bound-to-loopback";
  private static final String TOKEN = "parley.token";
  private static final String ACCESS = "parley.access";

  @Test
  void loopback_withoutATokenSet_isOpen() {
    assertThat(access(Map.of(LOOPBACK, "true")).admits(null)).isTrue();
  }

  @Test
  void loopback_withATokenSet_needsIt() {
    Access access = access(Map.of(LOOPBACK, "true", TOKEN, "secret"));
    assertThat(access.admits(null)).isFalse();
    assertThat(access.admits("Bearer secret")).isTrue();
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

  @Test
  void openToEveryone_hasToBeSaidInFull() {
    assertThat(access(Map.of(ACCESS, "open-to-everyone")).admits(null)).isTrue();
    assertThat(access(Map.of(ACCESS, "open")).admits(null)).isFalse();
    assertThat(access(Map.of(ACCESS, "true")).admits(null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer one", "bearer one", "BEARER  one ", "Bearer two"})
  void authorization_withAToken_letsIn(String authorization) {
    assertThat(access(Map.of(TOKEN, "one,two")).admits(authorization)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "one", "Bearer", "Bearer ", "Bearer on", "Bearer one,two", "Basic one"})
  void authorization_withoutOne_doesNot(String authorization) {
    assertThat(access(Map.of(TOKEN, "one,two")).admits(authorization)).isFalse();
  }

  private static Access access(Map<String, String> settings) {
    return Access.of(Settings.of(Deployed.with(settings)));
  }
}
