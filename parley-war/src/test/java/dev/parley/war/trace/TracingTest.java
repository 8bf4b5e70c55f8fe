package dev.parley.war.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import dev.parley.war.settings.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TracingTest {
  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4318,http://127.0.0.1:4318/v1/traces",
    "http://127.0.0.1:4318/,http://127.0.0.1:4318/v1/traces",
    "https://otel.example/in,https://otel.example/in/v1/traces",
    "https://otel.example/v1/traces,https://otel.example/v1/traces"
  })
  void address_getsThePathOfTheProtocol(String setting, String address) {
    assertThat(Tracing.receiver(setting)).hasToString(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:4318",
        "grpc://127.0.0.1:4317",
        "http://ada:hunter2@host",
        "http://host?x=y",
        "http:///x",
        "not an address"
      })
  void address_thatIsNoneOfHttp_isRefused_withoutItsSecret(String setting) {
    assertThatThrownBy(() -> Tracing.check(Settings.of(Map.of("parley.otlp", setting))))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("http://127.0.0.1:4318")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void withoutASetting_nothingIsTraced() {
    assertThat(Tracing.of(Settings.of(Map.of()))).isEmpty();
  }

  @Test
  void database_hasTheNameOfTheConventions() {
    assertThat(DatabaseSystem.of(Optional.empty())).isEqualTo("h2database");
    assertThat(DatabaseSystem.of(Optional.of("jdbc:postgresql://host/parley")))
        .isEqualTo("postgresql");
    assertThat(DatabaseSystem.of(Optional.of("JDBC:MARIADB://host/parley"))).isEqualTo("mariadb");
    assertThat(DatabaseSystem.of(Optional.of("java:jboss/datasources/ParleyDS")))
        .isEqualTo("other_sql");
  }
}
