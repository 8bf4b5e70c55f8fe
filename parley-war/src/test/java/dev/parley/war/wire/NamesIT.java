package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Names of agents: the one rule for them, those that are refused, and what a push shows. */
@ExtendWith(SharedServer.class)
class NamesIT {
  private static final String FULL = "x".repeat(61) + ".-_";

  @ParameterizedTest
  @CsvSource({
    "Parley-Agent, admin, name_reserved, stands for the system, --agent or PARLEY_AGENT",
    "Parley-Agent, _page, name_reserved, stands for the system, --agent or PARLEY_AGENT",
    "Parley-Agent, hu-man, name_reserved, stands for the system, --agent or PARLEY_AGENT",
    "Parley-Agent, guest, name_reserved, stands for the system, --agent or PARLEY_AGENT",
    "Parley-Agent, a/b, invalid_argument, 1 to 64 letters, --agent or PARLEY_AGENT",
    "Parley-Agent, -alice, invalid_argument, 1 to 64 letters, --agent or PARLEY_AGENT",
    "Parley-Workspace, Bad_One, invalid_argument, 1 to 64 of a-z, --workspace or PARLEY_WORKSPACE",
    "Parley-Session, bad/id, invalid_argument, 1 to 128 letters, PARLEY_SESSION_ID or"
        + " RELAY_SESSION_ID",
  })
  void initialize_withANameThatCannotBeUsed_saysWhichRuleAndWhereItComesFrom(
      String header, String name, String code, String rule, String setting, RunningServer server) {
    JsonNode error =
        RawMcp.at(server.mcp()).header(header, name).initialize(RawMcp.VERSION).error();
    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.get("message").asString())
        .contains("'" + name + "'", rule, "header " + header, setting);
    assertThat(error.at("/data/success").asBoolean(true)).isFalse();
    assertThat(error.at("/data/error")).isEqualTo(error.get("message"));
    assertThat(error.at("/data/code").asString()).isEqualTo(code);
    assertThat(error.at("/data/field").asString()).isEqualTo(header);
    assertThat(error.at("/data/value").asString()).isEqualTo(name);
  }

  @Test
  void initialize_withAnAgentOf65Characters_isRefusedAndOf64IsNot(RunningServer server) {
    RawMcp most = RawMcp.at(server.mcp()).header("Parley-Agent", FULL);
    assertThat(most.initialize(RawMcp.VERSION).result().get("serverInfo")).isNotNull();
    RawMcp longer = RawMcp.at(server.mcp()).header("Parley-Agent", FULL + "x");
    assertThat(longer.initialize(RawMcp.VERSION).error().get("message").asString())
        .contains("1 to 64 letters");
  }

  @Test
  void bridge_withANameThatIsReserved_passesTheReasonOn(RunningServer server) {
    try (BridgeClient bridge = BridgeClient.to(server.base(), "--agent", "admin")) {
      assertThat(bridge.initialized().at("/error/message").asString())
          .contains("The agent name 'admin' was refused", "--agent or PARLEY_AGENT");
    }
  }

  @Test
  void post_byANonMember_isNeverShownUnderAMembersNickname(RunningServer server) {
    try (RawMcp hearer = agent(server, "hearer").begin();
        RawMcp member = agent(server, "y-agent").begin()) {
      hearer.tool("join_room", "room", "masks", "nickname", "hearer").accepted();
      hearer.listen();
      member.tool("join_room", "room", "masks", "nickname", "bobby").accepted();
      member.tool("parley_post", "topic", "masks", "content", "one").accepted();
      RawMcp stranger = agent(server, "bobby").begin();
      stranger.tool("parley_post", "topic", "masks", "content", "two").accepted();
      assertThat(hearer.stream().next(2))
          .extracting(event -> event.meta("from_nickname"))
          .containsExactly("bobby", "bobby (not in the room)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-4.1", "a", "9_.-"})
  void agentId_ofTheOneRule_worksInEveryTool(String name, RunningServer server) {
    String room = "dotted-" + name.length();
    try (RawMcp dotted = agent(server, name).begin();
        RawMcp other = agent(server, "other").begin()) {
      other.tool("join_room", "room", room, "nickname", "other").accepted();
      other.listen();
      dotted.tool("parley_post", "topic", room, "content", "hello").accepted();
      PushedEvent heard = other.stream().next();
      assertThat(heard.meta("from_nickname")).isEqualTo(name + " (not in the room)");
      ToolAnswer fetched = dotted.tool("parley_fetch_recent", "topic", room);
      assertThat(fetched.fields().at("/messages/0/senderHandle").asString()).isEqualTo(name);
      String session = "names-" + Integer.toHexString(name.hashCode());
      other.tool("start_session", "session_id", session).accepted();
      dotted.tool("start_session", "session_id", session).accepted();
      other.tool("send_message", "to", name, "content", "to you").accepted();
      ToolAnswer read = other.tool("get_messages", "agent_id", name);
      assertThat(read.accepted().fields().at("/messages/0/to_agent").asString()).isEqualTo(name);
      other
          .tool("create_task", "title", "t", "priority", "low", "assignee", name, "agent_id", name)
          .accepted();
      other.tool("append_memory", "agent_id", name, "content", "noted").accepted();
      assertThat(other.tool("search_messages", "query", "hello", "from", name).refused()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"_system", "-admin", "__human__", "sys-tem", "syst3m", "guest", "_carol"})
  void agentId_thatMeansTheSystemOrAPerson_isRefusedInTools(String name, RunningServer server) {
    try (RawMcp caller = agent(server, "caller").begin()) {
      assertThat(caller.tool("send_message", "agent_id", name, "content", "x").code())
          .isIn("name_reserved", "invalid_argument");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"guest", "hu-man", "syst3m", "Guest-2"})
  void nickname_thatMeansTheSystemOrAPerson_isRefused(String name, RunningServer server) {
    try (RawMcp caller = agent(server, "caller").begin()) {
      assertThat(caller.tool("join_room", "room", "reserved", "nickname", name).code())
          .isEqualTo("name_reserved");
    }
  }

  private static RawMcp agent(RunningServer server, String name) {
    return RawMcp.at(server.mcp()).header("Parley-Agent", name);
  }
}
