package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.war.wire.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRpcParserTest {

  @Test
  void read_ofEachKind_isThatKind() throws JsonRpcParser.None {
    assertThat(JsonRpcParser.read(utf8(" \n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")))
        .isInstanceOf(JSONRPCRequest.class);
    assertThat(JsonRpcParser.read(utf8("{\"jsonrpc\":\"2.0\",\"method\":\"x\"}")))
        .isInstanceOf(JSONRPCNotification.class);
    assertThat(JsonRpcParser.read(utf8("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")))
        .isInstanceOf(JSONRPCResponse.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "}", "x", "{\"a\":}", "{} {}", "null null", "[1", "1 2"})
  void read_ofNoJson_isMalformed(String body) {
    refused(utf8(body), McpError.MALFORMED);
  }

  @Test
  void read_ofBytesThatAreNoText_isMalformed() {
    refused(new byte[] {'{', '"', (byte) 0xFF, '"', ':', '1', '}'}, McpError.MALFORMED);
  }

  @Test
  void read_ofWiderCharacters_isMalformed() {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    for (String wider : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
      refused(ping.getBytes(Charset.forName(wider)), McpError.MALFORMED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "true", "\"x\"", "[]", "{}", "{\"jsonrpc\":\"2.0\"}"})
  void read_ofOtherJson_isNotAMessage(String body) {
    refused(utf8(body), McpError.NOT_A_MESSAGE);
  }

  @Test
  void read_ofAnotherVersion_isNotAMessage() {
    refused(utf8("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}"), McpError.NOT_A_MESSAGE);
  }

  @Test
  void read_ofARequest_hasItsParts() throws JsonRpcParser.None {
    String request = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"m\",\"params\":{\"a\":[1]}}";
    Map<String, Object> params = Map.of("a", List.of(1));
    assertThat(JsonRpcParser.read(utf8(request.formatted("\"one\""))))
        .isEqualTo(new JSONRPCRequest("2.0", "m", "one", params));
    assertThat(JsonRpcParser.read(utf8(request.formatted("12345678901"))))
        .isEqualTo(new JSONRPCRequest("2.0", "m", 12_345_678_901L, params));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1.5", "true", "{}", "[]"})
  void read_ofARequestWithoutAnId_isNotAMessage(String id) {
    refused(
        utf8("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}"),
        McpError.NOT_A_MESSAGE);
  }

  private static void refused(byte[] body, McpError why) {
    assertThatThrownBy(() -> JsonRpcParser.read(body))
        .asInstanceOf(InstanceOfAssertFactories.type(JsonRpcParser.None.class))
        .extracting(JsonRpcParser.None::refusal)
        .isEqualTo(why);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
