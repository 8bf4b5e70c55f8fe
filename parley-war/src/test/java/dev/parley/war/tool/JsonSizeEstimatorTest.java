package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSizeEstimatorTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "\"\\", "\n\t\r\b\f", "\u0001\u001f\u007f", "é€😀", "</script>"})
  void weight_isNoLessThanWhatIsSaidTwice(String text) {
    Object value = Map.of("content", text.repeat(100), "seq", 12_345L, "all", List.of(text, true));
    long said = bytes(value) + bytes(Json.text(value));
    assertThat(JsonSizeEstimator.of(value)).isBetween(said, said + 40);
  }

  private static long bytes(Object value) {
    return Json.text(value).getBytes(StandardCharsets.UTF_8).length;
  }
}
