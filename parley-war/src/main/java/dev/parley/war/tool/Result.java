package dev.parley.war.tool;

import dev.parley.problem.Problem;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Results and refusals as MCP has them: the same object as data and as one compact text. */
public final class Result {
  private final Function<Object, String> json;

  /** Writes results with {@code json}, which answers compact JSON. */
  public Result(Function<Object, String> json) {
    this.json = json;
  }

  CallToolResult of(Map<String, Object> fields) {
    return result(fields, false);
  }

  CallToolResult of(Problem problem) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("success", false);
    fields.put("error", problem.sentence());
    fields.put("code", problem.code().wireName());
    fields.putAll(problem.facts());
    return result(fields, true);
  }

  private CallToolResult result(Map<String, Object> fields, boolean refused) {
    return CallToolResult.builder(List.of(TextContent.builder(json.apply(fields)).build()))
        .structuredContent(fields)
        .isError(refused)
        .build();
  }
}
