package dev.parley.war.tool;

import dev.parley.problem.Problem;
import dev.parley.war.wire.ResultFields;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results and refusals as MCP has them: the same object as data and as one compact text. */
public final class Result {
  private final Function<Object, String> json;

  /** Writes results with {@code json}, which answers compact JSON. */
  public Result(Function<Object, String> json) {
    this.json = json;
  }

  CallToolResult of(ResultFields fields) {
    return result(fields.map(), false);
  }

  /**
   * The refusal.
   *
   * @param besides what this tool says beside what every refusal says
   */
  CallToolResult of(Problem problem, Map<String, ? extends @Nullable Object> besides) {
    ResultFields fields =
        ResultFields.none()
            .and("success", false)
            .and("error", problem.message())
            .and("code", problem.code().wireName())
            .andAll(besides)
            .andAll(problem.details());
    return result(fields.map(), true);
  }

  private CallToolResult result(Map<String, @Nullable Object> fields, boolean refused) {
    return CallToolResult.builder(List.of(TextContent.builder(json.apply(fields)).build()))
        .structuredContent(fields)
        .isError(refused)
        .build();
  }
}
