package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.conformance.NodeProgram.Ended;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The official Inspector uses the real tools, over HTTP and over the bridge. */
@Tag("conformance")
class InspectorIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String TOKEN = "open-sesame";
  private static final int TOOL_IS_ERROR = 5;
  private static final int AUTH_REQUIRED = 3;
  private static final String BEAT = "PT0.2S";

  private static RunningServer open;
  private static RunningServer guarded;

  /** How the Inspector gets to a server; each way has a workspace of its own there. */
  enum Way {
    HTTP,
    BRIDGE,
    HTTP_WITH_TOKEN,
    BRIDGE_WITH_TOKEN;

    URI mcp() {
      return (withToken() ? guarded : open).mcp();
    }

    private boolean withToken() {
      return this == HTTP_WITH_TOKEN || this == BRIDGE_WITH_TOKEN;
    }

    String workspace() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Inspector inspector() {
      List<String> headers = List.of("Parley-Workspace: " + workspace());
      List<String> variables = List.of("PARLEY_WORKSPACE=" + workspace());
      return switch (this) {
        case HTTP -> Inspector.overHttp(mcp(), headers);
        case BRIDGE -> Inspector.overBridge(mcp(), variables);
        case HTTP_WITH_TOKEN ->
            Inspector.overHttp(mcp(), List.of(headers.get(0), "Authorization: Bearer " + TOKEN));
        case BRIDGE_WITH_TOKEN ->
            Inspector.overBridge(mcp(), List.of(variables.get(0), "PARLEY_TOKEN=" + TOKEN));
      };
    }

    /** Another client of the same server and workspace. */
    RawMcp other() {
      RawMcp client = RawMcp.at(mcp()).header("Parley-Workspace", workspace());
      if (withToken()) {
        client.header("Authorization", "Bearer " + TOKEN);
      }
      return client.begin();
    }
  }

  @BeforeAll
  static void startServers() {
    open = RunningServer.launch().setting("beat", BEAT).start();
    guarded =
        RunningServer.launch().setting("beat", BEAT).environment("PARLEY_TOKEN", TOKEN).start();
  }

  @AfterAll
  static void endServers() {
    open.close();
    guarded.close();
  }

  @ParameterizedTest
  @EnumSource
  void list_eachWay_isTheServersAndPortable(Way way) {
    Ended list = way.inspector().list(way.workspace() + "-list");
    print(list);
    assertThat(list.exitCode()).as("%s", list).isZero();
    assertThat(list.err()).isEmpty();
    JsonNode tools = json(list.out()).at("/result/tools");
    assertThat(tools)
        .extracting(tool -> tool.get("name").asString())
        .contains("join_room", "send_message", "claim_task", "claim_next_task")
        .hasSize(40);
    try (RawMcp other = way.other()) {
      assertThat(tools).isEqualTo(other.call("tools/list", null).result().get("tools"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void call_eachToolEachWay_answersExactly(Way way) {
    try (RawMcp bob = way.other()) {
      bob.tool("join_room", "room", "planning", "nickname", "bob").accepted();
      answers(
          way,
          "list_rooms",
          "{}",
          "{\"joined\":[],\"available\":[{\"room\":\"planning\",\"membersCount\":1}]}");
      answers(
          way,
          "who_is_here",
          "{\"room\":\"planning\"}",
          "{\"room\":\"planning\",\"nicknames\":[\"bob\"]}");
      answers(way, "leave_room", "{\"room\":\"planning\"}", "{\"room\":\"planning\"}");
      answers(
          way,
          "join_room",
          "{\"room\":\"planning\",\"nickname\":\"bob\"}",
          "{\"room\":\"planning\",\"nickname\":\"bob-2\",\"membersCount\":2}");
      refuses(
          way,
          "send_message",
          "{\"room\":\"planning\",\"body\":\"hi bob\"}",
          "{\"success\":false,\"error\":\"You are not in the room 'planning'; join it first.\","
              + "\"code\":\"not_in_room\",\"room\":\"planning\"}");
    }
  }

  /** Its answer is an event stream that begins with comments. */
  @ParameterizedTest
  @EnumSource
  void call_thatWaits_eachWay_isReadToItsAnswer(Way way) {
    answers(
        way,
        "wait_for_messages",
        "{\"block_ms\":900}",
        "{\"messages\":[],\"direct\":[],\"lost\":0,\"next\":0}");
  }

  @Test
  void list_withoutToken_isToldThatOneIsNeeded() {
    Ended list = Inspector.overHttp(guarded.mcp(), List.of()).list("without-token");
    print(list);
    assertThat(list.exitCode()).as("%s", list).isEqualTo(AUTH_REQUIRED);
    assertThat(json(list.err()).at("/error/code").asString()).isEqualTo("auth_required");
  }

  private static void answers(Way way, String tool, String arguments, String fields) {
    Ended call = way.inspector().call(way.workspace() + "-" + tool, tool, arguments);
    print(call);
    assertThat(call.exitCode()).as("%s", call).isZero();
    assertThat(call.err()).isEmpty();
    carries(call, fields, false);
  }

  private static void refuses(Way way, String tool, String arguments, String fields) {
    Ended call = way.inspector().call(way.workspace() + "-" + tool, tool, arguments);
    print(call);
    assertThat(call.exitCode()).as("%s", call).isEqualTo(TOOL_IS_ERROR);
    assertThat(json(call.err()).at("/error/code").asString()).isEqualTo("tool_is_error");
    carries(call, fields, true);
  }

  /** The fields are there twice: as data, and as one text in exactly these characters. */
  private static void carries(Ended call, String fields, boolean refused) {
    JsonNode result = json(call.out()).get("result");
    assertThat(result.get("content")).hasSize(1);
    assertThat(result.at("/content/0/type").asString()).isEqualTo("text");
    assertThat(result.at("/content/0/text").asString()).isEqualTo(fields);
    assertThat(result.get("structuredContent")).isEqualTo(json(fields));
    assertThat(result.get("isError").asBoolean()).isEqualTo(refused);
    assertThat(result).hasSize(3);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  private static void print(Ended ended) {
    String said = ended.out().strip();
    System.out.printf(
        "Inspector, %s: exit %d %s%s%n",
        ended.name().substring("inspector-".length()),
        ended.exitCode(),
        said.length() > 160 ? said.substring(0, 160) + "…" : said,
        ended.err().isEmpty() ? "" : " / " + ended.err().strip());
  }
}
