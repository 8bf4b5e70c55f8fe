package dev.parley.war.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicroProfileSettingsTest {
  private static final String KEY = "parley.a-setting";

  @AfterEach
  void clear() {
    System.clearProperty(KEY);
  }

  private static Settings settings(Map<String, String> parameters, Map<String, String> config) {
    return Settings.of(parameters, FakeConfig.settings(config));
  }

  private static Settings settings(String config) {
    return settings(Map.of(), Map.of(KEY, config));
  }

  @Test
  void value_isTheLastThatCounts() {
    assertThat(settings("config").value("a-setting")).contains("config");
    System.setProperty(KEY, "property");
    assertThat(settings("config").value("a-setting")).contains("property");
    assertThat(settings(Map.of(KEY, "parameter"), Map.of(KEY, "config")).value("a-setting"))
        .contains("parameter");
  }

  @Test
  void values_haveCommasAndBackslashesAsTheyAreWritten() {
    assertThat(settings("a, b\\,c").values("a-setting")).containsExactly("a", "b\\", "c");
    assertThat(settings("a{1,3},b").patterns("a-setting")).containsExactly("a{1,3}", "b");
  }

  @Test
  void expression_isExpanded() {
    assertThat(settings("in ${word}").value("a-setting")).contains("in deed");
  }

  @Test
  void expression_thatNamesNothing_isRefusedWithoutItsText() {
    assertThatThrownBy(() -> settings("s3cret ${none}").value("a-setting"))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'a-setting'")
        .hasMessageContaining("MicroProfile Config")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void blank_isNoValue() {
    assertThat(settings(" ").value("a-setting")).isEmpty();
    assertThat(settings(" ").isGiven("a-setting")).isFalse();
    assertThat(settings("x").isGiven("a-setting")).isTrue();
  }

  @Test
  void parameter_isOfTheDeploymentAlone() {
    assertThat(settings("true").parameter("a-setting")).isEmpty();
    assertThat(settings(Map.of(KEY, "true"), Map.of()).parameter("a-setting")).contains("true");
  }

  @ParameterizedTest
  @CsvSource({
    "parley.leese,parley.lease",
    "parley.max-room,parley.max-rooms",
    "parley.max.rooms,parley.max-rooms",
    "parley.drain_threads,parley.drain-threads"
  })
  void key_thatIsNearASetting_isRefusedWithItsName(String key, String meant) {
    assertThatThrownBy(() -> UnknownKeys.check(settings(Map.of(), Map.of(key, "1"))))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'" + key + "'")
        .hasMessageContaining("did you mean " + meant + "?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parley.lease",
        "parley.port",
        "parley.start-server",
        "parley.colour-of-the-page",
        "parley.client/mp-rest/url",
        "parley.max.rooms.of.another",
        "parley.max.roms",
        "parleyx.leese",
        "%dev.parley.leese",
        "leese"
      })
  void key_thatIsKnownOrOfAnother_isTaken(String key) {
    UnknownKeys.check(settings(Map.of(), Map.of(key, "1")));
  }

  @Test
  void key_ofASystemProperty_isNotLookedAt() {
    assertThatThrownBy(() -> UnknownKeys.check(settings(Map.of(), Map.of("parley.leese", "1"))))
        .isInstanceOf(ParleyException.class);
    System.setProperty("parley.leese", "1");
    try {
      UnknownKeys.check(settings(Map.of(), Map.of("parley.leese", "1")));
    } finally {
      System.clearProperty("parley.leese");
    }
  }

  /** This class path has the API and no implementation. */
  @Test
  void api_withoutImplementation_hasNoSettings() {
    assertThat(ServerSettings.find()).isSameAs(ServerSettings.NONE);
    assertThat(Settings.of(Map.of()).value("a-setting")).isEmpty();
  }
}
