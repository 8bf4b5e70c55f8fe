package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.wire.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What a client is told of the tools. */
class ToolSchemaTest {

  static Stream<ToolDefinition> tools() {
    return Stream.of(AllTools.set(), RoomTools.set(), TeamTools.set())
        .flatMap(set -> set.tools().stream());
  }

  @Test
  void team_hasTheTwentyThree_andMcpAllOfThem() {
    assertThat(TeamTools.set().tools())
        .extracting(ToolDefinition::name)
        .containsExactly(
            "get_server_info",
            "start_session",
            "send_message",
            "get_messages",
            "create_task",
            "update_task",
            "claim_task",
            "get_all_tasks",
            "post_artifact",
            "get_artifact",
            "request_review",
            "submit_review",
            "read_memory",
            "write_memory",
            "append_memory",
            "save_session_summary",
            "list_sessions",
            "get_session_summary",
            "save_orchestrator_state",
            "get_orchestrator_state",
            "list_agents",
            "list_pool_agents",
            "broadcast_thinking");
    assertThat(TopicTools.set().tools())
        .extracting(ToolDefinition::name)
        .containsExactly("parley_post", "parley_reply", "parley_fetch_recent", "parley_list_users");
    assertThat(AllTools.set().tools())
        .extracting(ToolDefinition::name)
        .hasSize(40)
        .doesNotHaveDuplicates()
        .contains("renew_claim", "release_claim", "claim_next_task", "join_room")
        .contains("get_reviews")
        .contains("wait_for_messages", "ack_messages", "message_status")
        .contains("search_messages", "wake_test")
        .containsAll(TopicTools.set().tools().stream().map(ToolDefinition::name).toList())
        .containsAll(TeamTools.set().tools().stream().map(ToolDefinition::name).toList());
  }

  /** Providers of models refuse every tool where one input schema is a choice at its top. */
  @ParameterizedTest
  @MethodSource("tools")
  void input_ofEachTool_isAnObjectWithoutAChoiceAtItsTop(ToolDefinition tool) {
    JsonNode input = json(tool.description().inputSchema());
    assertThat(input.get("type").asString()).isEqualTo("object");
    assertThat(input.has("anyOf") || input.has("oneOf") || input.has("allOf")).isFalse();
    assertThat(input.get("properties"))
        .allSatisfy(property -> assertThat(property.get("description").asString()).isNotBlank());
    assertThat(tool.description().description()).hasSizeGreaterThan(40);
  }

  /** A client that checks by the schema refuses what the tool would. */
  @ParameterizedTest
  @MethodSource("tools")
  void input_ofEachTool_boundsItsNumbersAndStrings(ToolDefinition tool) {
    JsonNode input = json(tool.description().inputSchema());
    input
        .get("properties")
        .properties()
        .forEach(
            property -> {
              JsonNode told = property.getValue();
              String type = told.path("type").asString();
              if (type.equals("integer")) {
                assertThat(told.has("minimum")).as(property.getKey()).isTrue();
              } else if (type.equals("string")) {
                assertThat(told.has("maxLength") || told.has("pattern") || told.has("enum"))
                    .as(tool.name() + " " + property.getKey())
                    .isTrue();
              }
            });
  }

  @ParameterizedTest
  @CsvSource({
    "parley_fetch_recent,limit,1,1000",
    "parley_fetch_recent,block_ms,0,50000",
    "parley_list_users,limit,1,10000",
    "parley_list_users,since_ms,1,",
    "wait_for_messages,limit,1,1000",
    "wait_for_messages,received,0,",
    "search_messages,limit,1,100",
    "ack_messages,seq,1,",
    "get_messages,after_seq,0,",
    "get_artifact,version,1,"
  })
  void number_hasItsBounds(String tool, String name, int least, Integer most) {
    JsonNode told =
        json(AllTools.set().tools().stream()
                .filter(one -> one.name().equals(tool))
                .findFirst()
                .orElseThrow()
                .description()
                .inputSchema())
            .at("/properties/" + name);
    assertThat(told.get("minimum").asInt()).isEqualTo(least);
    if (most != null) {
      assertThat(told.get("maximum").asInt()).isEqualTo(most);
    }
  }

  @Test
  void list_ofEveryTool_doesNotGrow() {
    List<Object> told =
        AllTools.set().tools().stream().<Object>map(ToolDefinition::description).toList();
    assertThat(Json.bytes(told)).hasSizeLessThan(40_000);
  }

  @Test
  void input_isOpenInTheSetTeamAlone() {
    assertThat(TeamTools.set().tools())
        .allMatch(tool -> !tool.description().inputSchema().containsKey("additionalProperties"));
    assertThat(RoomTools.set().tools())
        .allMatch(
            tool ->
                Boolean.FALSE.equals(tool.description().inputSchema().get("additionalProperties")));
  }

  @ParameterizedTest
  @CsvSource({
    "send_message,/content/maxLength,65536",
    "send_message,/metadata/maxProperties,20",
    "send_message,/metadata/additionalProperties/maxLength,1024",
    "send_message,/thread_id/pattern,'^[a-zA-Z0-9_-]{1,256}$'",
    "send_message,/to/anyOf/0/pattern,'^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'",
    "send_message,/to/anyOf/1/type,null",
    "send_message,/agent_id/maxLength,64",
    "start_session,/session_id/pattern,'^[a-zA-Z0-9_-]{1,128}$'",
    "create_task,/title/maxLength,256",
    "create_task,/description/maxLength,8192",
    "create_task,/priority/enum/0,critical",
    "create_task,/depends_on/maxItems,32",
    "create_task,/depends_on/items/pattern,'^[a-zA-Z0-9_-]{1,256}$'",
    "create_task,/derived_reason/maxLength,512",
    "update_task,/task_id/maxLength,128",
    "update_task,/status/enum/2,in_review",
    "get_all_tasks,/include_description/type,boolean",
    "get_messages,/after_seq/type,integer",
    "post_artifact,/content/maxLength,524288",
    "post_artifact,/type/enum/0,figma_spec",
    "submit_review,/status/enum/1,changes_requested",
    "submit_review,/comments/maxLength,16384",
    "write_memory,/key/maxLength,256",
    "write_memory,/content/maxLength,131072",
    "save_orchestrator_state,/state/maxLength,65536",
    "broadcast_thinking,/content/maxLength,65536"
  })
  void input_tellsItsLimits(String tool, String property, String limit) {
    ToolDefinition described =
        TeamTools.set().tools().stream()
            .filter(one -> one.name().equals(tool))
            .findFirst()
            .orElseThrow();
    assertThat(json(described.description().inputSchema()).at("/properties" + property).asString())
        .isEqualTo(limit);
  }

  private static JsonNode json(Object schema) {
    return Called.json(Json.text(schema));
  }
}
