package dev.parley.chat.zulip;

import dev.parley.chat.emulator.EmulatorServer.Response;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An error of the emulated server. */
final class ZulipError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final int status;
  private final String code;
  private final transient Map<String, String> more;

  ZulipError(int status, String code, String message) {
    this(status, code, message, Map.of());
  }

  private ZulipError(int status, String code, String message, Map<String, String> more) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  /** Status 400. */
  static ZulipError bad(String message) {
    return new ZulipError(400, "BAD_REQUEST", message);
  }

  /** A parameter that is missing. */
  static ZulipError missing(String parameter) {
    return new ZulipError(
        400,
        "REQUEST_VARIABLE_MISSING",
        "Missing '" + parameter + "' argument",
        Map.of("var_name", parameter));
  }

  /** A queue of events that is no more. */
  static ZulipError noQueue(String id) {
    return new ZulipError(
        400, "BAD_EVENT_QUEUE_ID", "Bad event queue ID: " + id, Map.of("queue_id", id));
  }

  /** A login that is wrong. */
  static ZulipError badKey() {
    return new ZulipError(401, "INVALID_API_KEY", "Invalid API key");
  }

  /** The answer. */
  Response answer() {
    ObjectNode body = JSON.createObjectNode();
    body.put("result", "error").put("msg", getMessage()).put("code", code);
    more.forEach(body::put);
    return Response.of(status, body);
  }
}
