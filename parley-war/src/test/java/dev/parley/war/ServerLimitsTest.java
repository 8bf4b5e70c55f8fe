package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.engine.permission.PermissionLimits;
import dev.parley.engine.room.RateLimit;
import dev.parley.engine.session.SessionLimits;
import dev.parley.problem.ParleyException;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerLimitsTest {

  @Test
  void limits_ofNoSettings_areTheDefaults() {
    assertThat(limits(Map.of())).isEqualTo(ServerLimits.DEFAULT);
    assertThat(ServerLimits.DEFAULT.clientBytes()).isEqualTo(8_192);
    assertThat(ServerLimits.DEFAULT.engine().session())
        .isEqualTo(new SessionLimits(200_000, 20_000, 10_000, 10_000));
  }

  @Test
  void limits_areReadEachFromItsSetting() {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("parley.message-rate", "1:2");
    said.put("parley.write-rate", "3:4");
    said.put("parley.initialize-rate", "5:6");
    said.put("parley.max-workspaces", "7");
    said.put("parley.max-rooms", "8");
    said.put("parley.max-sessions", "9");
    said.put("parley.max-agents", "10");
    said.put("parley.max-documents", "11");
    said.put("parley.max-mcp-sessions", "12");
    said.put("parley.max-mcp-sessions-each", "13");
    said.put("parley.max-client-info", "1024");
    said.put("parley.max-answer", "16384");
    said.put("parley.max-calls", "14");
    said.put("parley.max-messages", "15");
    said.put("parley.max-permissions", "16");
    said.put("parley.max-permissions-each", "17");
    said.put("parley.permission-timeout", "18m");
    said.put("parley.max-exchanges", "10000");
    said.put("parley.max-wakes", "1");
    said.put("parley.max-urgent", "off");
    ServerLimits limits = limits(said);
    assertThat(limits.engine().messageRate()).isEqualTo(RateLimit.perSecond(1, 2));
    assertThat(limits.engine().writeRate()).isEqualTo(RateLimit.perSecond(3, 4));
    assertThat(limits.initializeRate()).isEqualTo(RateLimit.perSecond(5, 6));
    assertThat(limits.engine().workspaces()).isEqualTo(7);
    assertThat(limits.engine().rooms()).isEqualTo(8);
    assertThat(limits.engine().sessions()).isEqualTo(9);
    assertThat(limits.engine().agents()).isEqualTo(10);
    assertThat(limits.engine().documents()).isEqualTo(11);
    assertThat(limits.mcpSessions()).isEqualTo(12);
    assertThat(limits.mcpSessionsEach()).isEqualTo(13);
    assertThat(limits.clientBytes()).isEqualTo(1_024);
    assertThat(limits.answerBytes()).isEqualTo(16_384);
    assertThat(limits.openCalls()).isEqualTo(14);
    assertThat(limits.engine().session().messages()).isEqualTo(15);
    assertThat(limits.engine().permissions())
        .isEqualTo(new PermissionLimits(16, 17, Duration.ofMinutes(18)));
    assertThat(limits.guards()).isEqualTo(new GuardLimits(10_000, 1, GuardLimits.OFF));
  }

  @Test
  void rates_areOffWithTheRateLimitUnlessTheyAreSaid() {
    ServerLimits off = limits(Map.of("parley.rate-limit", "off"));
    assertThat(off.engine().messageRate()).isEqualTo(RateLimit.OFF);
    assertThat(off.engine().writeRate()).isEqualTo(RateLimit.OFF);
    assertThat(off.initializeRate()).isEqualTo(RateLimit.OFF);
    ServerLimits said = limits(Map.of("parley.rate-limit", "off", "parley.write-rate", "1:1"));
    assertThat(said.engine().writeRate()).isEqualTo(RateLimit.perSecond(1, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "message-rate,fast",
    "write-rate,0:0",
    "initialize-rate,1",
    "max-workspaces,0",
    "max-rooms,0",
    "max-sessions,0",
    "max-agents,0",
    "max-documents,0",
    "max-mcp-sessions,0",
    "max-mcp-sessions-each,0",
    "max-client-info,1023",
    "max-answer,16383",
    "max-calls,0",
    "max-permissions,0",
    "max-permissions,201",
    "max-permissions-each,0",
    "max-permissions-each,201",
    "permission-timeout,25h",
    "permission-timeout,soon",
    "max-exchanges,0",
    "max-exchanges,10001",
    "max-exchanges,none",
    "max-wakes,0",
    "max-wakes,10001",
    "max-urgent,0",
    "max-urgent,10001"
  })
  void limits_pastTheirBounds_areRefusedByName(String name, String value) {
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> limits(Map.of("parley." + name, value)))
        .satisfies(refused -> assertThat(refused.problem().details()).containsEntry("field", name));
  }

  private static ServerLimits limits(Map<String, String> parameters) {
    return ServerLimits.of(Settings.of(Deployed.with(parameters)));
  }
}
