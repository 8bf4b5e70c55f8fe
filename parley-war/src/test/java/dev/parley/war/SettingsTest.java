package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.ParleyBuilder;
import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import dev.parley.war.testing.Deployed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void patterns_keepTheCommasWithinTheirBraces() {
    assertThat(settings(Map.of(PROPERTY, "a{1,3}, b.*,,(c|d){2},e{1,}f")).patterns("a-setting"))
        .containsExactly("a{1,3}", "b.*", "(c|d){2}", "e{1,}f");
    assertThat(settings(Map.of()).patterns("a-setting")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "90s,PT1M30S",
    "15m,PT15M",
    "2h,PT2H",
    "2H,PT2H",
    "PT15M,PT15M",
    "pt0.5s,PT0.5S",
    "P1D,PT24H"
  })
  void duration_isShortOrIso(String written, Duration meant) {
    assertThat(settings(Map.of(PROPERTY, written)).duration("a-setting")).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"15", "m", "15 m", "0s", "-PT1S", "PT0S", "1d", "1.5m", "soon", "PT"})
  void duration_ofAnythingElse_isRefusedByItsName(String written) {
    assertThatThrownBy(() -> settings(Map.of(PROPERTY, written)).duration("a-setting"))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'a-setting'")
        .hasMessageContaining(written)
        .hasMessageContaining("15m");
  }

  @Test
  void count_isAWholeNumber() {
    assertThat(settings(Map.of(PROPERTY, "12")).count("a-setting")).contains(12);
    assertThat(settings(Map.of()).count("a-setting")).isEmpty();
    assertThat(settings(Map.of(PROPERTY, "999999999")).count("a-setting")).contains(999_999_999);
    for (String other : new String[] {"many", "-1", "1.0", "1000000000"}) {
      assertThatThrownBy(() -> settings(Map.of(PROPERTY, other)).count("a-setting"))
          .isInstanceOf(ParleyException.class)
          .hasMessageContaining("'a-setting'")
          .hasMessageContaining(other);
    }
  }

  private static Settings settings(Map<String, String> parameters) {
    return Settings.of(Deployed.with(parameters));
  }

  @Test
  void topics_thatAreGivenAndEmpty_areRefusedByTheirFlag() {
    for (String empty : new String[] {"", " ", ",", " , "}) {
      for (String name : new String[] {"topics", "post-topics"}) {
        assertThatThrownBy(() -> TopicSettings.of(settings(Map.of("parley." + name, empty))))
            .isInstanceOf(ParleyException.class)
            .hasMessageContaining("'--" + name + "'")
            .hasMessageContaining("lists nothing");
      }
    }
    assertThat(TopicSettings.of(settings(Map.of())).names()).isEmpty();
    assertThat(TopicSettings.of(settings(Map.of("parley.topics", "plan"))).names()).hasSize(1);
  }

  @Test
  void topics_thatAreNoRooms_areRefusedByTheirFlag() {
    assertThatThrownBy(() -> TopicSettings.of(settings(Map.of("parley.topics", "a,Plan"))))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("'--topics'")
        .hasMessageContaining("'Plan'");
  }

  @Test
  void mirrors_thatAreNone_areRefusedByTheirFlag() {
    for (String mirror :
        new String[] {
          "planning", "=redis://a", "Plan ning=redis://a", "planning=a b", "a=irc://b"
        }) {
      assertThatThrownBy(
              () ->
                  MirrorSettings.addTo(
                      ParleyBuilder.builder(), settings(Map.of("parley.mirror", mirror))))
          .as(mirror)
          .isInstanceOf(ParleyException.class)
          .hasMessageContaining("'--mirror'")
          .hasMessageContaining("is not ROOM=URL");
    }
    MirrorSettings.addTo(
        ParleyBuilder.builder(),
        settings(Map.of("parley.mirror", " planning=redis://a  other/review=redis://a?x=y ")));
  }
}
