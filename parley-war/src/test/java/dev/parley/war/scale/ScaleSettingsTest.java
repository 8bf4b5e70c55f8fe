package dev.parley.war.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleSettingsTest {
  @Test
  void settings_haveTheirDefaults() {
    ScaleSettings settings = ScaleSettings.from(new Properties());

    assertThat(settings.nodes()).containsExactly(1, 2, 3, 4);
    assertThat(settings.brokers()).containsExactly(Broker.NATS, Broker.REDIS);
    assertThat(settings.kinds()).containsExactly(Kind.values());
    assertThat(settings.runs()).isEqualTo(3);
    assertThat(settings.rate()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"nodes, 0", "nodes, 17", "runs, 0", "seconds, 0", "rate, -1"})
  void setting_pastItsBounds_isRefused(String name, String value) {
    assertRefused(name, value, "parley.scale." + name);
  }

  private static void assertRefused(String name, String value, String reason) {
    Properties properties = new Properties();
    properties.setProperty("parley.scale." + name, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScaleSettings.from(properties))
        .withMessageContaining(reason);
  }
}
