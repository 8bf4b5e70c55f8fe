package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import dev.parley.problem.ParleyException;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.ResultFields;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The params of a tool call are answered, or refused with a problem: no tool fails on them. */
class ToolCallFuzzTest extends FuzzContract {
  private static final Map<String, ToolDefinition> TOOLS =
      AllTools.set().tools().stream().collect(Collectors.toMap(ToolDefinition::name, tool -> tool));

  private final Result results = new Result(Json::text);

  @Override
  protected void check(byte[] input) throws IOException {
    Optional<CallToolRequest> call = call(input);
    ToolDefinition tool = call.map(CallToolRequest::name).map(TOOLS::get).orElse(null);
    if (tool == null) {
      return;
    }
    Map<String, Object> given = call.get().arguments();
    Optional<CallToolResult> result = answer(tool, given == null ? Map.of() : given);
    if (result.isPresent()) {
      assertThat(Json.read(Json.bytes(result.get()))).isInstanceOf(Map.class);
    }
  }

  private static Optional<CallToolRequest> call(byte[] input) {
    try {
      return Json.read(input) instanceof Map<?, ?> params
          ? Optional.of(Json.mapper().convertValue(params, CallToolRequest.class))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException refused) {
      return Optional.empty();
    }
  }

  private Optional<CallToolResult> answer(ToolDefinition tool, Map<String, Object> given) {
    try {
      Caller caller = new Caller(new FakeBoard(), ServerAddress.UNKNOWN);
      CompletableFuture<ResultFields> fields = tool.call(caller, given).toCompletableFuture();
      return Optional.ofNullable(fields.getNow(null)).map(results::of);
    } catch (ParleyException refused) {
      return Optional.of(results.of(refused.problem(), tool.whenRefused()));
    } catch (UnsupportedOperationException noFake) {
      return Optional.empty(); // the board in memory is not a whole one
    }
  }
}
