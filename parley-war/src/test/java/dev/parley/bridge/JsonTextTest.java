package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        " [ 1 , -0.5e+3 , true , false , null , \"x\" ] ",
        "{\"a\":{\"b\":[{}]},\"c\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00fc\"}",
        "\"ü€𝄞\"",
        "0",
        "-12.5E-3"
      })
  void parse_json_isTaken(String json) {
    assertThat(JsonText.parse(json)).hasToString(json.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "[1,]",
        "[1 2]",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "tru",
        "nul",
        "\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "{} {}",
        "NaN",
        "'a'",
        "/**/1"
      })
  void parse_anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> JsonText.parse(text)).isInstanceOf(MalformedJson.class);
  }

  @Test
  void parse_badUtf8_isRefused() {
    int[][] bad = {
      {0xc0, 0x80}, {0xff}, {0xe2, 0x82}, {0xed, 0xa0, 0x80}, {0xf5, 0x80, 0x80, 0x80}
    };
    for (int[] bytes : bad) {
      byte[] text = new byte[bytes.length + 2];
      text[0] = '"';
      text[text.length - 1] = '"';
      for (int i = 0; i < bytes.length; i++) {
        text[i + 1] = (byte) bytes[i];
      }
      assertThatThrownBy(() -> JsonText.parse(text)).isInstanceOf(MalformedJson.class);
    }
  }

  @Test
  void parse_nestedTooDeeply_isRefusedWithoutUsingUpTheStack() {
    assertThatThrownBy(() -> JsonText.parse("[".repeat(1_000_000)))
        .isInstanceOf(MalformedJson.class)
        .hasMessageContaining("deep");
  }

  @Test
  void member_byPath_isFound() {
    JsonText json =
        JsonText.parse("{\"x\":\"{\\\"room\\\":1}\", \"params\" : { \"meta\":{\"id\" :\"m\"} } }");
    assertThat(json.textAt("params", "meta", "id")).isEqualTo("m");
    assertThat(json.member("params", "meta", "other")).isNull();
    assertThat(json.member("x", "room")).isNull();
    assertThat(json.textAt("params")).isNull();
  }

  @Test
  void member_givenTwice_theLastCounts() {
    assertThat(JsonText.parse("{\"a\":1,\"a\":2}").member("a")).hasToString("2");
  }

  @Test
  void member_nameWithEscapes_isTheSameName() {
    JsonText json = JsonText.parse("{\"meth\\u006fd\":\"x\",\"ü\":\"y\"}");
    assertThat(json.textAt("method")).isEqualTo("x");
    assertThat(json.textAt("ü")).isEqualTo("y");
    assertThat(json.member("metho")).isNull();
  }

  @Test
  void string_andQuoted_areInverse() {
    String odd = "a\"b\\c\nd\te\u0001fü€𝄞/\r\b\f";
    assertThat(JsonText.parse(JsonText.quoted(odd)).string()).isEqualTo(odd);
  }

  @Test
  void oneLine_withoutBreaks_isTheVerySameBytes() {
    byte[] text = "{\"a\": 1}".getBytes(StandardCharsets.UTF_8);
    assertThat(JsonText.parse(text).oneLine()).isSameAs(text);
  }

  @Test
  void oneLine_withBreaks_hasNone() {
    JsonText json = JsonText.parse("\n{\"a\":\r\n\"b\\n\"}\n");
    assertThat(new String(json.oneLine(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":  \"b\\n\"}");
  }
}
