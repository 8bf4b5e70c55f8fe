package dev.parley.war.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsExposureTest {
  @ParameterizedTest
  @CsvSource({
    "on,127.0.0.1,false",
    "open,203.0.113.7,true",
    "local,127.0.0.1,true",
    "local,::1,true",
    "local,0:0:0:0:0:0:0:1,true",
    "local,203.0.113.7,false",
    "LOCAL,127.0.0.1,true"
  })
  void request_withoutCredential_isAdmitted(String setting, String address, boolean admitted) {
    assertThat(of(setting).admits(Deployed.from(address, Map.of()))).isEqualTo(admitted);
  }

  @ParameterizedTest
  @CsvSource({"X-Forwarded-For", "Forwarded", "Via"})
  void request_ofAProxyOnThisMachine_isNotLocal(String header) {
    assertThat(of("local").admits(Deployed.from("127.0.0.1", Map.of(header, "x")))).isFalse();
  }

  @Test
  void setting_thatIsAbsent_isOn() {
    assertThat(MetricsExposure.of(Settings.of(Map.of()))).isEqualTo(MetricsExposure.ON);
  }

  @Test
  void setting_ofAnotherWord_isRefused() {
    assertThatThrownBy(() -> of("yes"))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("off, on, local, open, not yes");
  }

  private static MetricsExposure of(String setting) {
    return MetricsExposure.of(Settings.of(Map.of("parley.metrics", setting)));
  }
}
