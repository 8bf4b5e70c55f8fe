package dev.parley.war.wire;

import dev.parley.problem.Problem;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON-RPC error that answers a request, with the one refusal shape as its data. */
public final class ErrorAnswer {
  private ErrorAnswer() {}

  /** Returns the error of a problem with the params of request {@code id}. */
  public static byte[] of(Problem problem, @Nullable Object id) {
    return of(
        ErrorCodes.INVALID_PARAMS,
        problem.message(),
        data(problem.code().wireName(), problem.message(), problem.details()),
        id);
  }

  /**
   * Returns the error that answers request {@code id}.
   *
   * @param number the number of JSON-RPC
   * @param sentence one sentence for a reader of English
   */
  public static byte[] of(int number, String sentence, Map<String, ?> data, @Nullable Object id) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", number);
    error.put("message", sentence);
    error.put("data", data);
    Map<String, @Nullable Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put("error", error);
    return Json.bytes(message);
  }

  /**
   * Returns the one refusal shape, to which more may be added.
   *
   * @param code its stable name
   * @param facts what a program needs to act on it
   */
  public static Map<String, Object> data(String code, String sentence, Map<String, ?> facts) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("success", false);
    data.put("error", sentence);
    data.put("code", code);
    data.putAll(facts);
    return data;
  }
}
