package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostHeadersTest {

  @ParameterizedTest
  @CsvSource({
    "application/json, true",
    "application/json; charset=utf-8, true",
    "Application/JSON, true",
    "application/jsonx, false",
    "text/plain, false",
    "'', false"
  })
  void isJson_ofAType_isAnsweredByItsName(String type, boolean json) {
    assertThat(headers("Content-Type", type).isJson()).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json, text/event-stream",
        "text/event-stream, application/json",
        "application/json,text/event-stream",
        "application/json",
        "*/*",
        "application/*",
        "text/html, APPLICATION/JSON;q=0.1",
        "text/event-stream,  application/json ;q=1"
      })
  void takesAnswer_ofOneWhoTakesJson_isTrue(String accept) {
    assertThat(headers("Accept", accept).takesAnswer()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/event-stream",
        "text/html",
        "application/json;q=0",
        "application/json;q=0.0",
        "*/*;q=0, text/event-stream"
      })
  void takesAnswer_ofOneWhoRefusesJson_isFalse(String accept) {
    assertThat(headers("Accept", accept).takesAnswer()).isFalse();
  }

  @Test
  void headers_thatAreMissing_refuseNothing() {
    PostHeaders none = new PostHeaders(new HashMap<String, String>()::get);
    assertThat(none.isJson()).isTrue();
    assertThat(none.takesAnswer()).isTrue();
  }

  private static PostHeaders headers(String name, String value) {
    return new PostHeaders(Map.of(name, value)::get);
  }
}
