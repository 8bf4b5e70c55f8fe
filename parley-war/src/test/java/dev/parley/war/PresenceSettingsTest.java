package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresenceSettingsTest {

  @ParameterizedTest
  @CsvSource({
    ", , 30, 90, 15",
    "PT30S, , 10, 30, 5",
    "PT5M, , 30, 300, 15",
    ", PT45S, 45, 90, 15",
    "PT2M, PT5S, 5, 120, 15"
  })
  void of_whatIsSet_leavesTheRestInProportion(
      String ttl, String heartbeat, long heartbeats, long goneAfter, long beat) {
    Map<String, String> said = new LinkedHashMap<>();
    if (ttl != null) {
      said.put("parley.presence-ttl", ttl);
    }
    if (heartbeat != null) {
      said.put("parley.presence-heartbeat", heartbeat);
    }
    PresenceSettings settings = PresenceSettings.of(Settings.of(Deployed.with(said)));
    assertThat(settings)
        .isEqualTo(
            new PresenceSettings(Duration.ofSeconds(heartbeats), Duration.ofSeconds(goneAfter)));
    assertThat(settings.beat()).isEqualTo(Duration.ofSeconds(beat));
  }
}
