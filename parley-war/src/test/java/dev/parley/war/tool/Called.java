package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a tool answered to arguments that went through JSON; it always fits the output schema. */
record Called(JsonNode fields, String text, boolean refused) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  /** Calls a tool of {@code set}, with names and values in turn. */
  static Called tool(ToolSet set, FakeBoard board, String name, Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return tool(set, board, name, arguments);
  }

  /** Returns the set a tool of the board is in: the team's, or that of all where it is in none. */
  static ToolSet setOf(String tool) {
    return TeamTools.set().names().contains(tool) ? TeamTools.set() : AllTools.set();
  }

  static Called tool(ToolSet set, FakeBoard board, String name, Map<String, ?> arguments) {
    ToolDefinition tool =
        set.tools().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    CallToolResult result = answer(tool, board, JSON.convertValue(arguments, OBJECT));
    String text = ((TextContent) result.content().get(0)).text();
    JsonNode fields = JSON.valueToTree(result.structuredContent());
    ValidationResponse fit =
        new DefaultJsonSchemaValidator()
            .validate(tool.description().outputSchema(), JSON.convertValue(fields, OBJECT));
    assertThat(fit.valid()).as("%s answered %s: %s", name, text, fit.errorMessage()).isTrue();
    assertThat(fields.toString()).isEqualTo(text);
    return new Called(fields, text, result.isError());
  }

  private static CallToolResult answer(
      ToolDefinition tool, FakeBoard board, Map<String, Object> given) {
    Result results = new Result(Json::text);
    try {
      return results.of(
          tool.call(new Caller(board, ServerAddress.UNKNOWN), given).toCompletableFuture().join());
    } catch (ParleyException refused) {
      return results.of(refused.problem(), tool.whenRefused());
    }
  }

  /** A field's text. */
  String get(String field) {
    assertThat(fields.has(field)).as("%s in %s", field, text).isTrue();
    return fields.get(field).asString();
  }

  /** The code of a refusal. */
  String code() {
    assertThat(refused).as(text).isTrue();
    return get("code");
  }

  /** Itself, where it is no refusal. */
  Called accepted() {
    assertThat(refused).as(text).isFalse();
    return this;
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw new AssertionError(e);
    }
  }
}
