package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Sub-agents of one program enter rooms over its connection, each as itself. */
@ExtendWith(SharedServer.class)
class SubAgentsIT {

  @Test
  void rooms_ofEach_areItsOwn_andPushesSayForWhomTheyAre(RunningServer server) {
    try (RawMcp sue = client(server, "s1-sue");
        RawMcp tom = client(server, "s1-tom")) {
      sue.listen();
      assertThat(
              sue.tool("join_room", "room", "s1", "nickname", "front", "agent_id", "s1-sue.fe")
                  .text())
          .isEqualTo("{\"room\":\"s1\",\"nickname\":\"front\",\"membersCount\":1}");
      sue.tool("join_room", "room", "s1", "nickname", "back", "agent_id", "s1-sue.be").accepted();
      assertThat(sue.tool("list_rooms").fields().get("joined").toString()).isEqualTo("[]");
      assertThat(sue.tool("list_rooms", "agent_id", "s1-sue.fe").fields().get("joined").toString())
          .isEqualTo("[{\"room\":\"s1\",\"nickname\":\"front\"}]");
      assertThat(tom.tool("who_is_here", "room", "s1").fields().get("nicknames").toString())
          .isEqualTo("[\"front\",\"back\"]");

      sue.tool("send_message", "room", "s1", "body", "from fe", "agent_id", "s1-sue.fe").accepted();
      PushedEvent toBe = sue.stream().next();
      assertThat(toBe.content()).isEqualTo("from fe");
      assertThat(toBe.meta("from_nickname")).isEqualTo("front");
      assertThat(toBe.meta("for_agent")).isEqualTo("s1-sue.be");

      tom.tool("join_room", "room", "s1", "nickname", "tom").accepted();
      tom.tool("send_message", "room", "s1", "body", "for both").accepted();
      assertThat(sue.stream().next(2))
          .extracting(push -> push.meta("for_agent"))
          .containsExactlyInAnyOrder("s1-sue.fe", "s1-sue.be");
      sue.tool("leave_room", "room", "s1", "agent_id", "s1-sue.fe").accepted();
      assertThat(
              sue.tool("send_message", "room", "s1", "body", "x", "agent_id", "s1-sue.fe").code())
          .isEqualTo("not_in_room");
      tom.tool("send_message", "room", "s1", "body", "for one").accepted();
      assertThat(sue.stream().next().meta("for_agent")).isEqualTo("s1-sue.be");
    }
  }

  @Test
  void message_ofTheConnectionsOwnAgent_hasNoNewKey(RunningServer server) {
    try (RawMcp sue = client(server, "s2-sue");
        RawMcp tom = client(server, "s2-tom")) {
      sue.listen();
      sue.tool("join_room", "room", "s2", "nickname", "sue").accepted();
      tom.tool("join_room", "room", "s2", "nickname", "tom").accepted();
      tom.tool("send_message", "room", "s2", "body", "x").accepted();
      assertThat(sue.stream().next().json().at("/params/meta").propertyNames())
          .containsExactly("room", "from_nickname", "verified", "seq", "message_id", "sent_at");
    }
  }

  @Test
  void direct_toASubAgent_isUnreadPushedAndWaitedForByItAlone(RunningServer server) {
    String[] fe = {"agent_id", "s3-sue.fe"};
    try (RawMcp sue = client(server, "s3-sue");
        RawMcp tom = client(server, "s3-tom")) {
      sue.tool("start_session", "session_id", "s3").accepted();
      tom.tool("start_session", "session_id", "s3").accepted();
      sue.tool("wait_for_messages", "block_ms", 0, "agent_id", "s3-sue.fe").accepted();
      sue.tool("wait_for_messages", "block_ms", 0, "agent_id", "s3-sue.be").accepted();
      JsonNode sent =
          tom.tool("send_message", "to", "s3-sue.fe", "content", "for fe").accepted().fields();
      long seq = sent.at("/message/seq").asLong();
      eventually(
          "it counts as unread",
          () -> sue.tool("list_rooms", fe[0], fe[1]).fields().at("/unread/direct").asInt() == 1);
      assertThat(sue.tool("list_rooms").fields().has("unread")).isFalse();
      assertThat(direct(sue, "s3-sue.be")).isEmpty();
      sue.listen();
      PushedEvent push = sue.stream().next();
      assertThat(push.content()).isEqualTo("for fe");
      assertThat(push.meta("to")).isEqualTo("you");
      assertThat(push.meta("for_agent")).isEqualTo("s3-sue.fe");
      assertThat(direct(sue, "s3-sue.fe")).containsExactly("for fe");
      assertThat(sue.tool("list_rooms", fe[0], fe[1]).fields().has("unread")).isFalse();
      sue.tool("ack_messages", "seq", seq, fe[0], fe[1]).accepted();
      assertThat(
              tom.tool("message_status", "seq", seq).fields().at("/recipients/0/agent").asString())
          .isEqualTo("s3-sue.fe");
    }
  }

  @Test
  void readForASubAgent_isNotGivenToItsWaitAgain(RunningServer server) {
    try (RawMcp sue = client(server, "s4-sue");
        RawMcp tom = client(server, "s4-tom")) {
      sue.tool("start_session", "session_id", "s4").accepted();
      tom.tool("start_session", "session_id", "s4").accepted();
      assertThat(direct(sue, "s4-sue.fe")).isEmpty();
      tom.tool("send_message", "to", "s4-sue.fe", "content", "once").accepted();
      assertThat(
              sue.tool("get_messages", "agent_id", "s4-sue.fe")
                  .fields()
                  .at("/messages/0/content")
                  .asString())
          .isEqualTo("once");
      assertThat(direct(sue, "s4-sue.fe")).isEmpty();
    }
  }

  @Test
  void topics_namePosterAndReader(RunningServer server) {
    try (RawMcp sue = client(server, "s5-sue");
        RawMcp tom = client(server, "s5-tom")) {
      long seq =
          sue.tool("parley_post", "topic", "s5", "content", "kept", "agent_id", "s5-sue.fe")
              .accepted()
              .fields()
              .get("seq")
              .asLong();
      assertThat(
              tom.tool("parley_fetch_recent", "topic", "s5")
                  .fields()
                  .at("/messages/0/senderHandle")
                  .asString())
          .isEqualTo("s5-sue.fe");
      sue.tool("parley_fetch_recent", "topic", "s5", "agent_id", "s5-sue.be").accepted();
      sue.tool("ack_messages", "room", "s5", "seq", seq, "agent_id", "s5-sue.be").accepted();
      assertThat(sue.tool("ack_messages", "room", "s5", "seq", seq, "agent_id", "s5-sue.qa").code())
          .isEqualTo("not_in_room");
    }
  }

  @Test
  void subAgent_pastTheBound_isRefused_andAdmittedOnceOneLeaves(RunningServer server) {
    try (RawMcp sue = client(server, "s6-sue")) {
      for (int i = 1; i <= Connection.MAX_SUB_AGENTS; i++) {
        sue.tool("join_room", "room", "s6", "agent_id", "s6-sue." + i).accepted();
      }
      ToolAnswer refused = sue.tool("join_room", "room", "s6", "agent_id", "s6-sue.past");
      assertThat(refused.code()).isEqualTo("limit_reached");
      assertThat(refused.fields().get("limit").asInt()).isEqualTo(50);
      assertThat(refused.get("error")).contains("50 agents beside your own on this connection");
      sue.tool("join_room", "room", "s6").accepted();
      sue.tool("leave_room", "room", "s6", "agent_id", "s6-sue.1").accepted();
      sue.tool("join_room", "room", "s6", "agent_id", "s6-sue.past").accepted();
      assertThat(sue.tool("join_room", "room", "s6", "agent_id", "s6-sue.1").code())
          .isEqualTo("limit_reached");
    }
  }

  @Test
  void endOfTheSession_isTheEndOfAll(RunningServer server) {
    try (RawMcp sue = client(server, "s7-sue");
        RawMcp tom = client(server, "s7-tom")) {
      sue.tool("join_room", "room", "s7", "agent_id", "s7-sue.fe").accepted();
      sue.tool("join_room", "room", "s7", "agent_id", "s7-sue.be").accepted();
      assertThat(online(tom)).hasSize(2);
      assertThat(tom.tool("who_is_here", "room", "s7").fields().get("nicknames")).hasSize(2);
      assertThat(sue.delete().status()).isEqualTo(204);
      assertThat(tom.tool("who_is_here", "room", "s7").fields().get("nicknames")).isEmpty();
      assertThat(online(tom)).isEmpty();
    }
  }

  @Test
  void conversation_ofTwoSubAgentsThroughTheSdk_isTheirs(RunningServer server) {
    try (SdkAgent program = new SdkAgent(server.mcp())) {
      program.client().initialize();
      program.text("join_room", "room", "s8", "nickname", "front", "agent_id", "s8.fe");
      program.text("join_room", "room", "s8", "nickname", "back", "agent_id", "s8.be");
      eventually(
          "a push of one reaches the other",
          () -> {
            program.text("send_message", "room", "s8", "body", "hi", "agent_id", "s8.fe");
            JSONRPCNotification push = program.pushWithin(300);
            return push != null && String.valueOf(push.params()).contains("for_agent=s8.be");
          });
    }
  }

  private static List<String> direct(RawMcp client, String agent) {
    return client
        .tool("wait_for_messages", "block_ms", 0, "agent_id", agent)
        .accepted()
        .fields()
        .get("direct")
        .findValuesAsString("content");
  }

  private static List<String> online(RawMcp client) {
    return client
        .tool("parley_list_users", "filter", "s7-sue.*", "online_only", true)
        .accepted()
        .fields()
        .get("users")
        .findValuesAsString("handle");
  }

  private static RawMcp client(RunningServer server, String agent) {
    return RawMcp.at(server.mcp()).header("Parley-Agent", agent).begin();
  }
}
