package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** The answers the bridge gives where the server gave none. */
final class JsonRpcError {
  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int UNKNOWN_METHOD = -32601;
  static final int INTERNAL_ERROR = -32603;

  private JsonRpcError() {}

  /** A refused tool call, in the one shape all of Parley's refusals have. */
  static byte[] ofCall(String id, ServerCallException why, String sentence) {
    String fact =
        why.kind() == ServerCallException.Kind.UNREACHABLE ? ",\"retryAfterMs\":1000" : "";
    String facts =
        "{\"success\":false,\"error\":"
            + JsonText.quoted(sentence)
            + ",\"code\":\""
            + why.kind().code()
            + "\""
            + fact
            + "}";
    return result(
        id,
        "{\"content\":[{\"type\":\"text\",\"text\":"
            + JsonText.quoted(facts)
            + "}],\"structuredContent\":"
            + facts
            + ",\"isError\":true}");
  }

  /** A protocol error; {@code id} is null where the request's could not be read. */
  static byte[] error(@Nullable String id, int code, String sentence) {
    return error(id, "{\"code\":" + code + ",\"message\":" + JsonText.quoted(sentence) + "}");
  }

  /** The error object the server gave, under the id of the client's request. */
  static byte[] error(@Nullable String id, String error) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + error + "}").getBytes(UTF_8);
  }

  static byte[] result(String id, String result) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}").getBytes(UTF_8);
  }
}
