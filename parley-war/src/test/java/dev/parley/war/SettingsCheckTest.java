package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsCheckTest {
  private final SettingsCheck check = new SettingsCheck();

  @Test
  void settings_thatCanBeFollowed_haveNoMistake() {
    assertThat(check.apply(Map.of())).isEmpty();
    assertThat(
            check.apply(
                Map.of(
                    "parley.lease", "15m",
                    "parley.executor", "own",
                    "parley.oidc-issuer", "https://nobody.invalid",
                    "parley.oidc-audience", "a",
                    "parley.trust-proxy", "10.0.0.0/8")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "lease,soon",
    "lease,PT0.9S",
    "idle,0s",
    "beat,never",
    "grace,P31D",
    "drain-threads,0",
    "max-rooms,0",
    "max-token-length,x",
    "max-streams-per-login,x",
    "hooks,maybe",
    "durability,always",
    "keep-messages,0",
    "audit-days,0",
    "presence-ttl,1ms",
    "trust-proxy,here",
    "ca,/not/there",
    "oauth,maybe",
    "oidc-role,king",
    "db,java:jboss/datasources/ParleyDS",
    "db,jdbc/parley",
    "executor,java:comp/DefaultManagedExecutorService"
  })
  void setting_thatCannotBeFollowed_isOneMistake(String name, String value) {
    assertThat(check.apply(Map.of("parley." + name, value))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/p,1",
    "jdbc:h2:mem:p,1",
    "jdbc:h2:tcp://h/p,1",
    "jdbc:h2:file:/data/parley,0"
  })
  void fsync_isForAnH2File(String db, int mistakes) {
    assertThat(check.apply(Map.of("parley.db", db, "parley.durability", "fsync")))
        .hasSize(mistakes);
  }

  @Test
  void mistakes_haveNoCredentials() {
    assertThat(check.apply(Map.of("parley.bus", "nowhere://u:pw-4711@h")))
        .singleElement()
        .asString()
        .doesNotContain("pw-4711");
  }
}
