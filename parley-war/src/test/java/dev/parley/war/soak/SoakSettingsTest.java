package dev.parley.war.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.parley.war.load.LoadException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakSettingsTest {
  @Test
  void settings_thatAreNotSet_haveTheirDefaults() {
    SoakSettings settings = SoakSettings.from(new Properties());

    assertThat(settings.minutes()).isEqualTo(60);
    assertThat(settings.lifeSeconds()).isEqualTo(1800);
    assertThat(settings.rate()).isZero();
    assertThat(settings.pages()).isEqualTo(3);
    assertThat(settings.bridgeSeconds()).isEqualTo(20);
    assertThat(settings.isKilled()).isFalse();
    assertThat(settings.serverFlags()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "minutes, 3, 1440",
    "rate, 0, 1000000",
    "agents, 2, 5000",
    "rooms, 1, 25",
    "pages, 0, 100",
    "bridges, 0, 3600"
  })
  void settings_atTheirBounds_areTaken_andOnePastRefused(String name, int min, int max) {
    assertThatNoException().isThrownBy(() -> with(name, String.valueOf(min)));
    assertThatNoException().isThrownBy(() -> with(name, String.valueOf(max)));
    assertRefused(name, String.valueOf(min - 1));
    assertRefused(name, String.valueOf(max + 1));
    assertRefused(name, "many");
  }

  @Test
  void restart_isBySigtermOrSigkill() {
    assertThat(with("restart", "kill").isKilled()).isTrue();
    assertThat(with("restart", "term").isKilled()).isFalse();
    assertRefused("restart", "hup");
  }

  @Test
  void agents_haveTheRateAndTheRooms() {
    SoakSettings settings = with("flags", "-Xmx256m  -Xss512k");

    assertThat(settings.serverFlags()).containsExactly("-Xmx256m", "-Xss512k");
    assertThat(settings.load("http://127.0.0.1:7539", 80).rate()).isEqualTo(80);
    assertThat(settings.load("http://127.0.0.1:7539", 80).rooms()).isEqualTo(5);
  }

  private static void assertRefused(String name, String value) {
    assertThatExceptionOfType(LoadException.class)
        .isThrownBy(() -> with(name, value))
        .withMessageContaining("parley.soak." + name);
  }

  private static SoakSettings with(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty("parley.soak." + name, value);
    return SoakSettings.from(properties);
  }
}
