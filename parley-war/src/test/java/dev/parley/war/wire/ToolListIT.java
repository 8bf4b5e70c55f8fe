package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.Teammates;
import dev.parley.war.testing.ToolAnswer;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client is told of the tools is what the tools do. */
@ExtendWith(SharedServer.class)
class ToolListIT {
  private static final JsonMapper JSON = new JsonMapper();

  /** A hint that is left out has the default of the specification. */
  @ParameterizedTest
  @CsvSource({"/mcp,40", "/mcp/rooms,5", "/mcp/bus,4", "/mcp/team,23", "/mcp/inbox,4"})
  void list_ofEachEndpoint_namesItsToolsWithTheirHints(
      String path, int count, RunningServer server) {
    try (RawMcp client = RawMcp.at(server.at(path)).begin()) {
      Map<String, String> hints = new LinkedHashMap<>();
      for (JsonNode tool : client.call("tools/list", null).result().get("tools")) {
        JsonNode told = tool.get("annotations");
        assertThat(tool.get("title").asString()).isNotBlank();
        assertThat(told.get("openWorldHint").asBoolean()).isFalse();
        boolean reads = told.path("readOnlyHint").asBoolean(false);
        hints.put(
            tool.get("name").asString(),
            (reads ? "reads" : "changes")
                + (reads || told.path("idempotentHint").asBoolean(false) ? " once" : "")
                + (!reads && told.path("destructiveHint").asBoolean(true) ? " destroys" : ""));
      }
      assertThat(hints).hasSize(count);
      if (path.equals("/mcp") || path.equals("/mcp/bus")) {
        assertThat(hints)
            .containsEntry("parley_post", "changes")
            .containsEntry("parley_reply", "changes")
            .containsEntry("parley_list_users", "reads once")
            .containsEntry("parley_fetch_recent", "reads once");
      }
      if (path.equals("/mcp") || path.equals("/mcp/rooms")) {
        assertThat(hints)
            .containsEntry("join_room", "changes once")
            .containsEntry("leave_room", "changes once")
            .containsEntry("list_rooms", "reads once")
            .containsEntry("who_is_here", "reads once")
            .containsEntry("send_message", "changes");
      }
      if (path.equals("/mcp") || path.equals("/mcp/team")) {
        assertThat(hints)
            .containsEntry("get_all_tasks", "reads once")
            .containsEntry("claim_task", "changes")
            .containsEntry("update_task", "changes once")
            .containsEntry("write_memory", "changes once destroys")
            .containsEntry("append_memory", "changes");
      }
    }
  }

  @Test
  void schema_ofEveryProperty_describesIt(RunningServer server) {
    try (RawMcp client = server.client()) {
      for (JsonNode tool : client.call("tools/list", null).result().get("tools")) {
        assertThat(tool.get("description").asString()).hasSizeGreaterThan(40);
        assertThat(tool.at("/inputSchema/properties"))
            .allSatisfy(
                property -> assertThat(property.get("description").asString()).isNotBlank());
        assertThat(tool.at("/outputSchema/type").asString()).isEqualTo("object");
        assertThat(tool.at("/outputSchema/properties")).isNotEmpty();
      }
    }
  }

  @Test
  void resultAndRefusal_ofEveryTool_fitItsOutputSchema(RunningServer server) {
    try (RawMcp client = server.client();
        RawMcp other = server.client()) {
      other.tool("join_room", "room", "schema-other").accepted();
      Map<String, JsonNode> schemas = new LinkedHashMap<>();
      client
          .call("tools/list", null)
          .result()
          .get("tools")
          .forEach(tool -> schemas.put(tool.get("name").asString(), tool.get("outputSchema")));
      schemas
          .keySet()
          .forEach(
              tool -> fits(schemas, tool, refusal(client.tool(tool, "agent_id", 1, "room", 1))));
      fits(schemas, "join_room", client.tool("join_room", "room", "schema").accepted());
      fits(schemas, "send_message", client.tool("send_message", "room", "schema", "body", "x"));
      fits(schemas, "who_is_here", client.tool("who_is_here", "room", "schema"));
      fits(schemas, "list_rooms", client.tool("list_rooms"));
      fits(schemas, "leave_room", client.tool("leave_room", "room", "schema"));
      fits(schemas, "parley_post", client.tool("parley_post", "topic", "schema", "content", "c"));
      fits(schemas, "parley_reply", client.tool("parley_reply", "topic", "schema", "content", "c"));
      fits(schemas, "parley_fetch_recent", client.tool("parley_fetch_recent", "topic", "schema"));
      fits(schemas, "parley_list_users", client.tool("parley_list_users"));
      fits(schemas, "wait_for_messages", client.tool("wait_for_messages", "block_ms", 1));
      fits(schemas, "ack_messages", client.tool("ack_messages", "room", "schema", "seq", 1));
      fits(schemas, "message_status", client.tool("message_status", "room", "schema", "seq", 1));
      fits(schemas, "search_messages", client.tool("search_messages", "query", "c").accepted());
      fits(schemas, "wake_test", client.tool("wake_test", "agent", "schema-nobody"));
      assertThat(schemas).hasSize(40);
    }
  }

  @Test
  void resultAndRefusal_ofTheBoard_fitItsOutputSchema(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      Map<String, JsonNode> schemas = new LinkedHashMap<>();
      far.client()
          .call("tools/list", null)
          .result()
          .get("tools")
          .forEach(tool -> schemas.put(tool.get("name").asString(), tool.get("outputSchema")));
      String task = team.task("schema");
      Object[] artifact = {"name", "n", "type", "pr", "content", "c"};
      String artifactId = far.as("a", "post_artifact", artifact).accepted().get("artifact_id");
      Object[] review = {"artifact_id", artifactId, "reviewer", "b"};
      String reviewId = far.as("a", "request_review", review).accepted().get("review_id");
      fits(schemas, "get_server_info", far.as("a", "get_server_info").accepted());
      fits(schemas, "send_message", far.as("a", "send_message", "content", "c").accepted());
      fits(schemas, "get_messages", far.as("b", "get_messages").accepted());
      fits(schemas, "claim_next_task", far.as("a", "claim_next_task").accepted());
      fits(schemas, "renew_claim", far.as("a", "renew_claim", "task_id", task).accepted());
      fits(schemas, "claim_task", far.as("b", "claim_task", "task_id", task).accepted());
      fits(schemas, "claim_next_task", far.as("b", "claim_next_task").accepted());
      fits(schemas, "get_all_tasks", far.as("a", "get_all_tasks").accepted());
      fits(schemas, "release_claim", far.as("a", "release_claim", "task_id", task).accepted());
      fits(schemas, "get_artifact", far.as("a", "get_artifact", "name", "n").accepted());
      fits(schemas, "get_artifact", far.as("a", "get_artifact", "name", "none"));
      Object[] verdict = {"review_id", reviewId, "status", "approved"};
      fits(schemas, "submit_review", far.as("b", "submit_review", verdict).accepted());
      fits(schemas, "get_reviews", far.as("a", "get_reviews").accepted());
      fits(schemas, "read_memory", far.as("nobody", "read_memory").accepted());
      fits(schemas, "get_orchestrator_state", far.as("a", "get_orchestrator_state").accepted());
      fits(schemas, "list_agents", far.as("a", "list_agents").accepted());
      fits(schemas, "list_pool_agents", far.as("a", "list_pool_agents"));
      fits(schemas, "list_sessions", far.as("a", "list_sessions").accepted());
    }
  }

  @Test
  void schema_onAnythingElse_saysNo(RunningServer server) {
    try (RawMcp client = server.client()) {
      JsonNode join =
          client.call("tools/list", null).result().get("tools").get(0).get("outputSchema");
      assertThat(validated(join, JSON.createObjectNode().put("room", "x")).valid()).isFalse();
    }
  }

  private static ToolAnswer refusal(ToolAnswer answer) {
    assertThat(answer.code()).isEqualTo("invalid_argument");
    return answer;
  }

  private static void fits(Map<String, JsonNode> schemas, String tool, ToolAnswer answer) {
    ValidationResponse validated = validated(schemas.get(tool), answer.fields());
    assertThat(validated.valid()).as("%s: %s", tool, validated.errorMessage()).isTrue();
  }

  private static ValidationResponse validated(JsonNode schema, JsonNode fields) {
    TypeReference<Map<String, Object>> map = new TypeReference<>() {};
    return new DefaultJsonSchemaValidator()
        .validate(JSON.convertValue(schema, map), JSON.convertValue(fields, map));
  }
}
