package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.Deployed;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static final String PROPERTY = "parley.a-setting";

  @AfterEach
  void clear() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void value_ofAContextParameter_beatsTheSystemProperty() {
    System.setProperty(PROPERTY, "property");
    assertThat(settings(Map.of(PROPERTY, "parameter")).value("a-setting")).contains("parameter");
    assertThat(settings(Map.of()).value("a-setting")).contains("property");
  }

  @Test
  void value_thatIsBlank_isNone() {
    assertThat(settings(Map.of(PROPERTY, "  ")).value("a-setting")).isEmpty();
    assertThat(settings(Map.of()).value("a-setting")).isEmpty();
    assertThat(settings(Map.of(PROPERTY, " x ")).value("a-setting")).contains("x");
  }

  @Test
  void values_withCommas_areStrippedAndNeverEmpty() {
    assertThat(settings(Map.of(PROPERTY, " a, b,,c ,")).values("a-setting"))
        .containsExactly("a", "b", "c");
    assertThat(settings(Map.of()).values("a-setting")).isEmpty();
  }

  private static Settings settings(Map<String, String> parameters) {
    return Settings.of(Deployed.with(parameters));
  }
}
