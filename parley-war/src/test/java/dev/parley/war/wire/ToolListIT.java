package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is told of the tools is what the tools do. */
@ExtendWith(SharedServer.class)
class ToolListIT {
  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/mcp/rooms"})
  void list_ofEachEndpoint_namesTheFiveWithTheirHints(String path, RunningServer server) {
    try (RawMcp client = RawMcp.open(server.at(path))) {
      Map<String, String> hints = new LinkedHashMap<>();
      for (JsonNode tool : client.call("tools/list", null).result().get("tools")) {
        JsonNode told = tool.get("annotations");
        assertThat(told.get("title")).isEqualTo(tool.get("title"));
        assertThat(told.get("openWorldHint").asBoolean()).isFalse();
        hints.put(
            tool.get("name").asText(),
            (told.get("readOnlyHint").asBoolean() ? "reads" : "changes")
                + (told.get("idempotentHint").asBoolean() ? " once" : "")
                + (told.get("destructiveHint").asBoolean() ? " destroys" : ""));
      }
      assertThat(hints)
          .containsEntry("join_room", "changes once")
          .containsEntry("leave_room", "changes once")
          .containsEntry("list_rooms", "reads once")
          .containsEntry("send_message", "changes")
          .containsEntry("who_is_here", "reads once")
          .hasSize(5);
    }
  }

  @Test
  void schema_ofEveryProperty_describesIt(RunningServer server) {
    try (RawMcp client = server.client()) {
      for (JsonNode tool : client.call("tools/list", null).result().get("tools")) {
        assertThat(tool.get("description").asText()).hasSizeGreaterThan(40);
        assertThat(tool.at("/inputSchema/additionalProperties").asBoolean(true)).isFalse();
        assertThat(tool.at("/inputSchema/properties"))
            .allSatisfy(property -> assertThat(property.get("description").asText()).isNotBlank());
        assertThat(tool.at("/outputSchema/type").asText()).isEqualTo("object");
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
          .forEach(tool -> schemas.put(tool.get("name").asText(), tool.get("outputSchema")));
      schemas.keySet().forEach(tool -> fits(schemas, tool, refusal(client.tool(tool, "odd", 1))));
      fits(schemas, "join_room", client.tool("join_room", "room", "schema").accepted());
      fits(schemas, "send_message", client.tool("send_message", "room", "schema", "body", "x"));
      fits(schemas, "who_is_here", client.tool("who_is_here", "room", "schema"));
      fits(schemas, "list_rooms", client.tool("list_rooms"));
      fits(schemas, "leave_room", client.tool("leave_room", "room", "schema"));
      assertThat(schemas).hasSize(5);
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
