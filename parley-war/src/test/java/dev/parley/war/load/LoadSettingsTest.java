package dev.parley.war.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadSettingsTest {
  @Test
  void settings_ofTheAddressAlone_haveTheirDefaults() {
    LoadSettings settings = LoadSettings.from(properties());

    assertThat(settings.agents()).isEqualTo(50);
    assertThat(settings.rooms()).isEqualTo(5);
    assertThat(settings.seconds()).isEqualTo(60);
    assertThat(settings.warmUpSeconds()).isEqualTo(10);
    assertThat(settings.rate()).isZero();
    assertThat(settings.token(3)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "agents, 2, 5000",
    "rooms, 1, 25",
    "seconds, 1, 86400",
    "warm-up, 0, 86400",
    "messages, 0, 1000",
    "posts, 0, 1000",
    "tasks, 0, 1000",
    "rate, 0, 1000000"
  })
  void settings_atTheirBounds_areTaken_andOnePastRefused(String name, int min, int max) {
    assertThatNoException().isThrownBy(() -> with(name, String.valueOf(min)));
    assertThatNoException().isThrownBy(() -> with(name, String.valueOf(max)));
    assertRefused(name, String.valueOf(min - 1), "parley.load." + name);
    assertRefused(name, String.valueOf(max + 1), "parley.load." + name);
    assertRefused(name, "many", "'many'");
  }

  @Test
  void shares_thatAreAllNaught_areRefused() {
    Properties properties = properties();
    properties.setProperty("parley.load.messages", "0");
    properties.setProperty("parley.load.posts", "0");
    properties.setProperty("parley.load.tasks", "0");

    assertThatExceptionOfType(LoadException.class).isThrownBy(() -> LoadSettings.from(properties));
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 4", "3, 3", "5, 5", "7, 4"})
  void agentsOfEachRoom_areSpreadOverAllNodes(int rooms, int nodes) {
    Properties properties = properties();
    properties.setProperty(
        "parley.load.url",
        IntStream.rangeClosed(1, nodes)
            .mapToObj(port -> "http://127.0.0.1:" + port)
            .collect(Collectors.joining(",")));
    properties.setProperty("parley.load.rooms", String.valueOf(rooms));
    LoadSettings settings = LoadSettings.from(properties);

    for (int room = 0; room < rooms; room++) {
      int first = room;
      assertThat(IntStream.range(0, nodes).mapToObj(i -> settings.node(first + i * rooms)))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void agents_takeNodesAndTokensInTurn() {
    Properties properties = properties();
    properties.setProperty("parley.load.url", "http://127.0.0.1:1, http://[::1]:2/");
    properties.setProperty("parley.load.token", "a,b,c");
    LoadSettings settings = LoadSettings.from(properties);

    assertThat(settings.node(0).getPort()).isEqualTo(1);
    assertThat(settings.node(3).getPort()).isEqualTo(2);
    assertThat(settings.token(3)).isEqualTo("a");
    assertThat(settings.token(5)).isEqualTo("c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:7539",
        "https://127.0.0.1:7539",
        "http://127.0.0.1:7539/parley",
        "http://not an address"
      })
  void address_thatIsNone_isRefused(String url) {
    assertThatExceptionOfType(LoadException.class).isThrownBy(() -> with("url", url));
  }

  @Test
  void address_thatIsNotLoopback_isRefusedUnlessAllowed() {
    assertRefused("url", "http://127.0.0.1:1,http://192.0.2.1:7539", "parley.load.remote=yes");

    Properties properties = properties();
    properties.setProperty("parley.load.url", "http://192.0.2.1:7539");
    properties.setProperty("parley.load.remote", "yes");
    assertThat(LoadSettings.from(properties).node(0).getPort()).isEqualTo(7539);
  }

  private static void assertRefused(String name, String value, String reason) {
    assertThatExceptionOfType(LoadException.class)
        .isThrownBy(() -> with(name, value))
        .withMessageContaining(reason);
  }

  private static LoadSettings with(String name, String value) {
    Properties properties = properties();
    properties.setProperty("parley.load." + name, value);
    return LoadSettings.from(properties);
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("parley.load.url", "http://127.0.0.1:7539");
    return properties;
  }
}
