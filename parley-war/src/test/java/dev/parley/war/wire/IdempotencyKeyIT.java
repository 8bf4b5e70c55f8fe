package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Writes that are sent again under their idempotency keys, over MCP. */
@ExtendWith(SharedServer.class)
class IdempotencyKeyIT {

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/mcp/rooms"})
  void send_again_isTheFirstMessageAndHeardOnce(String path, RunningServer server) {
    String room = room();
    try (RawMcp alice = agent(server, path, "ik-alice");
        RawMcp bob = server.client()) {
      alice.tool("join_room", "room", room).accepted();
      bob.tool("join_room", "room", room).accepted();
      Object[] said = {"room", room, "body", "once", "idempotency_key", "k"};
      ToolAnswer first = alice.tool("send_message", said).accepted();
      assertThat(alice.tool("send_message", said).accepted().fields()).isEqualTo(first.fields());
      alice.tool("send_message", "room", room, "body", "last", "idempotency_key", "").accepted();
      assertThat(bob.stream().next(2))
          .extracting(event -> event.content())
          .containsExactly("once", "last");
      ToolAnswer refused =
          alice.tool("send_message", "room", room, "body", "other", "idempotency_key", "k");
      assertReused(refused, first.get("messageId"), "message");
      bob.tool("send_message", "room", room, "body", "bob's", "idempotency_key", "k").accepted();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parley_post", "parley_reply"})
  void post_again_isTheFirstMessage(String tool, RunningServer server) {
    String topic = room();
    try (RawMcp alice = agent(server, "/mcp/bus", "ik-alice")) {
      String answered = alice.tool("parley_post", "topic", topic, "content", "who?").get("seq");
      assertThat(answered).isNotBlank();
      Object[] said = {"topic", topic, "content", "once", "idempotency_key", "k"};
      ToolAnswer first = alice.tool(tool, said).accepted();
      assertThat(alice.tool(tool, said).accepted().fields()).isEqualTo(first.fields());
      assertReused(
          alice.tool(tool, "topic", topic, "content", "other", "idempotency_key", "k"),
          first.get("backendMsgId"),
          "message");
      assertThat(contents(alice, topic)).containsExactly("who?", "once");
    }
  }

  @Test
  void post_byTwoConnectionsOfOneAgentAtOnce_isOne(RunningServer server) {
    String topic = room();
    try (RawMcp one = agent(server, "/mcp/bus", "ik-alice");
        RawMcp other = agent(server, "/mcp/bus", "ik-alice")) {
      CompletableFuture<String> here = CompletableFuture.supplyAsync(() -> postOnce(one, topic));
      assertThat(postOnce(other, topic)).isEqualTo(here.join());
      assertThat(contents(one, topic)).containsExactly("x");
    }
  }

  private static String postOnce(RawMcp agent, String topic) {
    Object[] said = {"topic", topic, "content", "x", "idempotency_key", "k"};
    return agent.tool("parley_post", said).accepted().get("backendMsgId");
  }

  @Test
  void memory_writtenAgain_isWrittenOnce(RunningServer server) {
    String key = room();
    try (RawMcp alice = agent(server, "/mcp", "alice-" + key)) {
      Object[] entry = {"agent_id", key, "content", "learned", "idempotency_key", "e"};
      alice.tool("append_memory", entry).accepted();
      alice.tool("append_memory", entry).accepted();
      Object[] section = {
        "agent_id", key, "key", "stack", "content", "Java 17", "idempotency_key", "s"
      };
      alice.tool("write_memory", section).accepted();
      alice.tool("write_memory", "agent_id", key, "key", "stack", "content", "newer").accepted();
      alice.tool("write_memory", section).accepted();
      String kept = alice.tool("read_memory", "agent_id", key).get("content");
      assertThat(kept).containsOnlyOnce("learned").contains("newer").doesNotContain("Java 17");
      assertReused(
          alice.tool("append_memory", "agent_id", key, "content", "x", "idempotency_key", "e"),
          key,
          "memory entry");
      assertReused(
          alice.tool(
              "write_memory", "agent_id", key, "key", "k", "content", "c", "idempotency_key", "s"),
          key,
          "memory section");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "send_message,room,keyed,body,x",
    "parley_post,topic,keyed,content,x",
    "parley_reply,topic,keyed,content,x",
    "write_memory,key,keyed,content,x",
    "append_memory,agent_id,keyed,content,x"
  })
  void key_of257Characters_isRefused_andOneOf256IsTaken(
      String tool, String name, String value, String text, String said, RunningServer server) {
    try (RawMcp alice = server.client()) {
      alice.tool("join_room", "room", "keyed").accepted();
      String longest = "k".repeat(256);
      alice.tool(tool, name, value, text, said, "idempotency_key", longest).accepted();
      ToolAnswer refused =
          alice.tool(tool, name, value, text, said, "idempotency_key", longest + "k");
      assertThat(refused.code()).isEqualTo("invalid_argument");
      assertThat(refused.get("field")).isEqualTo("idempotency_key");
    }
  }

  private static void assertReused(ToolAnswer refused, String id, String what) {
    assertThat(refused.code()).isEqualTo("key_reused");
    assertThat(refused.get("id")).isEqualTo(id);
    assertThat(refused.get("what")).isEqualTo(what);
    assertThat(refused.get("error")).contains("Use another key");
  }

  private static List<String> contents(RawMcp agent, String topic) {
    JsonNode page = agent.tool("parley_fetch_recent", "topic", topic).accepted().fields();
    return page.get("messages").findValuesAsString("content");
  }

  private static RawMcp agent(RunningServer server, String path, String agent) {
    return RawMcp.at(server.at(path)).header("Parley-Agent", agent).begin();
  }

  private static String room() {
    return "r" + UUID.randomUUID().toString().substring(0, 8);
  }
}
