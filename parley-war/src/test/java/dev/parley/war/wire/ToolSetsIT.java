package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Sets of tools are chosen by the path, or several of them by the query. */
@ExtendWith(SharedServer.class)
class ToolSetsIT {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/mcp?tools=rooms,inbox;9",
        "/mcp?tools=inbox,rooms;9",
        "/mcp?tools=inbox%2Crooms;9",
        "/mcp?tools=bus,inbox;8",
        "/mcp?tools=team,inbox;27",
        "/mcp?tools=rooms,bus,team,inbox;35",
        "/mcp?tools=rooms;5",
        "/mcp?tools=all;40"
      })
  void list_ofACombination_hasTheNamesOfItsSets(String path, int count, RunningServer server) {
    RawMcp client = RawMcp.at(server.at(path)).begin();
    assertThat(names(client)).hasSize(count).doesNotHaveDuplicates();
  }

  @Test
  void roomsAndInbox_togetherHearWhatIsSaid(RunningServer server) {
    RawMcp ears = RawMcp.at(server.at("/mcp?tools=inbox,rooms")).begin();
    RawMcp mouth = RawMcp.at(server.at("/mcp/rooms")).begin();
    ears.tool("join_room", "room", "tool-sets").accepted();
    mouth.tool("join_room", "room", "tool-sets").accepted();
    ears.tool("wait_for_messages", "block_ms", 0).accepted();
    mouth.tool("send_message", "room", "tool-sets", "body", "heard").accepted();
    JsonNode answer = ears.tool("wait_for_messages", "block_ms", 5_000).accepted().fields();
    assertThat(answer.at("/messages/0/body").asString()).isEqualTo("heard");
  }

  @Test
  void call_ofAToolThatWasNotChosen_isUnknown(RunningServer server) {
    RawMcp client = RawMcp.at(server.at("/mcp?tools=rooms,inbox")).begin();
    Reply reply = client.call("tools/call", Map.of("name", "parley_post"));
    assertThat(reply.error().get("code").asInt()).isEqualTo(-32602);
  }

  /** A session has what it was opened with; the query counts only then. */
  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/mcp?tools=inbox,rooms", "/mcp?tools=bus", "/mcp?tools=nope"})
  void session_keepsItsToolsWhateverTheLaterQuery(String later, RunningServer server) {
    String id = RawMcp.at(server.at("/mcp?tools=rooms,inbox")).begin().session();
    RawMcp same = RawMcp.at(server.at(later)).header("Mcp-Session-Id", id);
    assertThat(names(same)).hasSize(9).contains("join_room", "wait_for_messages");
    assertThat(same.delete().status()).isEqualTo(204);
    assertThat(same.call("ping", null).status()).isEqualTo(404);
  }

  @Test
  void session_ofACombination_isUnknownAtThePathOfASet(RunningServer server) {
    String id = RawMcp.at(server.at("/mcp?tools=rooms,inbox")).begin().session();
    RawMcp elsewhere = RawMcp.at(server.at("/mcp/rooms")).header("Mcp-Session-Id", id);
    assertThat(elsewhere.call("ping", null).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp?tools=nope", "/mcp?tools=rooms,nope", "/mcp?tools="})
  void unknownSet_isRefusedNamingTheKnown(String path, RunningServer server) {
    Reply reply = RawMcp.at(server.at(path)).initialize(RawMcp.VERSION);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.error().get("message").asString()).contains("rooms, bus, team, inbox");
    assertThat(reply.error().at("/data/code").asString()).isEqualTo("invalid_argument");
    assertThat(reply.error().at("/data/field").asString()).isEqualTo("tools");
    assertThat(reply.error().at("/data/known")).hasSize(4);
  }

  @Test
  void query_besideThePathOfASet_isRefused(RunningServer server) {
    Reply reply = RawMcp.at(server.at("/mcp/rooms?tools=inbox")).initialize(RawMcp.VERSION);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.error().get("message").asString()).contains("/mcp?tools=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/mcp/rooms", "/mcp/bus", "/mcp/team", "/mcp/inbox", "/mcp?tools=bus,inbox"})
  void instructions_nameNoToolThatIsNotOffered(String path, RunningServer server) {
    List<String> foreign = new ArrayList<>(names(RawMcp.at(server.mcp()).begin()));
    RawMcp client = RawMcp.at(server.at(path));
    String instructions = client.initialize(RawMcp.VERSION).result().get("instructions").asString();
    foreign.removeAll(names(client));
    assertThat(foreign)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(instructions).doesNotContainPattern("\\b" + name + "\\b"));
  }

  private static List<String> names(RawMcp client) {
    List<String> names = new ArrayList<>();
    client
        .call("tools/list", null)
        .result()
        .get("tools")
        .forEach(tool -> names.add(tool.get("name").asString()));
    return names;
  }
}
