package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Whatever a tool is wrongly asked: one shape, one sentence, one code, and the session lives on.
 */
@ExtendWith(SharedServer.class)
class ToolRefusalsIT {

  /** Tool, arguments, and the field that is to be named. */
  record Bad(String tool, Map<String, ?> arguments, String field) {
    static Bad bad(String tool, String field, Map<String, ?> arguments) {
      return new Bad(tool, arguments, field);
    }
  }

  static List<Bad> badArguments() {
    return List.of(
        Bad.bad("join_room", "room", Map.of()),
        Bad.bad("join_room", "room", Map.of("room", "")),
        Bad.bad("join_room", "room", Map.of("room", "Upper")),
        Bad.bad("join_room", "room", Map.of("room", "-lead")),
        Bad.bad("join_room", "room", Map.of("room", "under_score")),
        Bad.bad("join_room", "room", Map.of("room", "a".repeat(33))),
        Bad.bad("join_room", "room", Map.of("room", "a\n")),
        Bad.bad("join_room", "room", Map.of("room", "\u0430")),
        Bad.bad("join_room", "room", Map.of("room", 5)),
        Bad.bad("join_room", "room", Map.of("room", List.of("a"))),
        Bad.bad("join_room", "room", Map.of("room", Map.of("a", 1))),
        Bad.bad("join_room", "nickname", Map.of("room", "bad", "nickname", "a b")),
        Bad.bad("join_room", "nickname", Map.of("room", "bad", "nickname", "_a")),
        Bad.bad("join_room", "nickname", Map.of("room", "bad", "nickname", "a".repeat(33))),
        Bad.bad("join_room", "nickname", Map.of("room", "bad", "nickname", true)),
        Bad.bad("join_room", "colour", Map.of("room", "bad", "colour", "red")),
        Bad.bad("leave_room", "room", Map.of()),
        Bad.bad("leave_room", "room", Map.of("room", "'; drop table parley_room; --")),
        Bad.bad("leave_room", "nickname", Map.of("room", "bad", "nickname", "x")),
        Bad.bad("list_rooms", "room", Map.of("room", "bad")),
        Bad.bad("who_is_here", "room", Map.of()),
        Bad.bad("who_is_here", "room", Map.of("room", "NO")),
        Bad.bad("send_message", "room", Map.of("body", "x")),
        Bad.bad("send_message", "room", Map.of("room", "NO", "body", "x")),
        Bad.bad("send_message", "body", Map.of("room", "bad")),
        Bad.bad("send_message", "body", Map.of("room", "bad", "body", "")),
        Bad.bad("send_message", "body", Map.of("room", "bad", "body", 7)),
        Bad.bad("send_message", "body", Map.of("room", "bad", "body", "x".repeat(8193))),
        Bad.bad("send_message", "text", Map.of("room", "bad", "body", "x", "text", "x")));
  }

  @ParameterizedTest
  @MethodSource("badArguments")
  void tool_withBadArgument_namesTheField(Bad bad, RunningServer server) {
    try (RawMcp client = RawMcp.at(server.mcp()).begin()) {
      Reply reply =
          client.call("tools/call", Map.of("name", bad.tool(), "arguments", bad.arguments()));
      ToolAnswer answer = answer(reply);
      assertThat(answer.code()).isEqualTo("invalid_argument");
      assertThat(answer.get("field")).isEqualTo(bad.field());
      assertThat(answer.text()).startsWith("{\"success\":false,\"error\":\"The argument '");
      assertThat(answer.get("error")).endsWith(".").contains("'" + bad.field() + "'");
      assertThat(client.call("ping", null).result()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"x,8192", "é,4096", "€,2730", "🦦,2048"})
  void body_atItsBoundInBytes_passesAndOneMoreIsRefused(
      String letter, int count, RunningServer server) {
    try (RawMcp alice = server.client();
        RawMcp bob = server.client()) {
      alice.tool("join_room", "room", "bounds").accepted();
      bob.tool("join_room", "room", "bounds").accepted();
      int bytes = letter.getBytes(java.nio.charset.StandardCharsets.UTF_8).length * count;
      String full = letter.repeat(count) + "y".repeat(8192 - bytes);
      ToolAnswer refused =
          hiddenIn(alice.tool("send_message", "room", "bounds", "body", full + "z"));
      assertThat(refused.code()).isEqualTo("invalid_argument");
      assertThat(refused.fields().get("limit").asInt()).isEqualTo(8192);
      assertThat(refused.fields().get("bytes").asInt()).isEqualTo(8193);
      alice.tool("send_message", "room", "bounds", "body", full).accepted();
      assertThat(bob.stream().next().content()).isEqualTo(full);
      assertThat(bob.stream().waiting()).isZero();
    }
  }

  @Test
  void refusal_ofTheRoom_carriesItsFacts(RunningServer server) {
    try (RawMcp client = RawMcp.at(server.mcp()).begin()) {
      ToolAnswer send = hiddenIn(client.tool("send_message", "room", "stranger", "body", "x"));
      assertThat(send.code()).isEqualTo("not_in_room");
      assertThat(send.get("room")).isEqualTo("stranger");
      ToolAnswer system = hiddenIn(client.tool("join_room", "room", "names", "nickname", "System"));
      assertThat(system.code()).isEqualTo("name_reserved");
      assertThat(client.tool("list_rooms").fields().get("joined")).isEmpty();
    }
  }

  @Test
  void body_withHalfACharacter_isRefused(RunningServer server) {
    try (RawMcp client = RawMcp.at(server.mcp()).begin()) {
      client.tool("join_room", "room", "halves").accepted();
      String half =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"send_message\",\"arguments\":{\"room\":\"halves\",\"body\":\"\\ud83e\"}}}";
      assertThat(answer(client.post(half)).code()).isEqualTo("invalid_argument");
    }
  }

  @Test
  void unknownTool_isAProtocolErrorInAnAnswer(RunningServer server) {
    try (RawMcp client = RawMcp.at(server.mcp()).begin()) {
      Reply reply = hiddenIn(client.call("tools/call", Map.of("name", "nope")));
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.error().get("code").asInt()).isEqualTo(-32602);
      assertThat(reply.error().get("message").asString()).isEqualTo("Tool not found: nope");
      assertThat(client.call("ping", null).result()).isEmpty();
    }
  }

  private static ToolAnswer answer(Reply reply) {
    JsonNode result = hiddenIn(reply).result();
    return new ToolAnswer(
        result.get("structuredContent"),
        result.at("/content/0/text").asString(),
        result.get("isError").asBoolean());
  }
}
