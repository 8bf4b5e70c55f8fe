package dev.parley.war.mcp;

import dev.parley.problem.Problem;
import dev.parley.war.wire.Json;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A problem of a request that asks for no tool, as the JSON-RPC error that answers it. */
final class ProblemAnswer {
  private ProblemAnswer() {}

  /** The error that answers request {@code id}, with the one refusal shape as its data. */
  static byte[] of(Problem problem, @Nullable Object id) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("success", false);
    data.put("error", problem.message());
    data.put("code", problem.code().wireName());
    data.putAll(problem.details());
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", ErrorCodes.INVALID_PARAMS);
    error.put("message", problem.message());
    error.put("data", data);
    Map<String, @Nullable Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("error", error);
    return Json.bytes(message);
  }
}
