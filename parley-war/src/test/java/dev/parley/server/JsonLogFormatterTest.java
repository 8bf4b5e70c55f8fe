package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.logging.LogEvent;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonLogFormatterTest {
  private final LogRecord line = new LogRecord(Level.WARNING, "Database unreachable ({0}).");

  @Test
  void line_isOneObject() {
    line.setLoggerName("dev.parley.Test");
    line.setInstant(Instant.parse("2026-11-28T09:14:03.127456Z"));
    line.setParameters(new Object[] {"refused\nat \"once\"", LogEvent.DATABASE_AWAY});
    String text = new JsonLogFormatter().format(line);
    assertThat(text.lines()).hasSize(1);
    assertThat(text).endsWith("}\n");
    JsonNode object = new JsonMapper().readTree(text);
    assertThat(object.propertyNames())
        .containsExactly("time", "level", "event", "logger", "thread", "message");
    assertThat(object.path("time").asString()).isEqualTo("2026-11-28T09:14:03.127Z");
    assertThat(object.path("level").asString()).isEqualTo("warning");
    assertThat(object.path("event").asString()).isEqualTo("database.away");
    assertThat(object.path("logger").asString()).isEqualTo("dev.parley.Test");
    assertThat(object.path("message").asString())
        .isEqualTo("Database unreachable (refused\nat \"once\").");
  }

  @Test
  void lineWithoutEvent_hasNone() {
    line.setParameters(new Object[] {"x"});
    assertThat(formatted().has("event")).isFalse();
  }

  @Test
  void secrets_areMasked_inTextAndFault() {
    line.setMessage("cannot open jdbc:postgresql://ada:hunter2@db/parley?password=hunter3");
    line.setThrown(
        new IllegalStateException(
            "token=hunter4", new IllegalArgumentException("redis://x:hunter5@host")));
    JsonNode object = formatted();
    assertThat(object.toString()).doesNotContain("hunter").contains("***");
    assertThat(object.path("error").path("type").asString())
        .isEqualTo("java.lang.IllegalStateException");
    assertThat(object.path("error").path("stack").asString())
        .contains("JsonLogFormatterTest")
        .contains("IllegalArgumentException");
  }

  @Test
  void longText_isCut() {
    line.setMessage("x".repeat(100_000));
    assertThat(formatted().path("message").asString()).hasSizeLessThan(20_000).endsWith("...");
  }

  @ParameterizedTest
  @CsvSource({
    "SEVERE,error",
    "WARNING,warning",
    "INFO,info",
    "CONFIG,debug",
    "FINE,debug",
    "FINER,trace",
    "FINEST,trace"
  })
  void level_hasTheNameOfTheOption(String level, String name) {
    assertThat(LogOutput.name(Level.parse(level))).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource
  void event_hasAStableNameAndALevel(LogEvent event) {
    assertThat(event.wireName()).matches("[a-z]+\\.[a-z]+");
    assertThat(LogOutput.isLevel(event.level())).isTrue();
  }

  private JsonNode formatted() {
    return new JsonMapper().readTree(new JsonLogFormatter().format(line));
  }
}
