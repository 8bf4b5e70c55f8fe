package dev.parley.war.mcp;

import dev.parley.war.wire.Json;
import dev.parley.war.wire.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/** The one JSON-RPC 2.0 message a posted body has to be. */
final class JsonRpcParser {
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private JsonRpcParser() {}

  /** A body that is no message, and the error for its sender. */
  static final class None extends Exception {
    private static final long serialVersionUID = 1L;

    private final McpError refusal;
    private final transient @Nullable Object id;

    None(McpError refusal, @Nullable Object id) {
      super(refusal.code(), null, false, false);
      this.refusal = refusal;
      this.id = id;
    }

    /** The id it bears, where it can be read: a text or a number. */
    @Nullable Object id() {
      return id;
    }

    McpError refusal() {
      return refusal;
    }
  }

  static JSONRPCMessage read(byte[] body) throws None {
    String text = text(body);
    if (text.stripLeading().startsWith("{") && !looksWider(body)) {
      try {
        JSONRPCMessage message = message(Json.jackson().readValue(body, FIELDS));
        if (message.jsonrpc().equals("2.0")) {
          return message;
        }
      } catch (JacksonException | IllegalArgumentException unusable) {
        // the refusal below says why
      }
    }
    throw why(text);
  }

  /**
   * Returns the call, notification or answer in {@code fields}. JSON-RPC 2.0 distinguishes the
   * three by the fields that are there.
   */
  private static JSONRPCMessage message(Map<String, Object> fields) {
    Class<? extends JSONRPCMessage> kind;
    if (fields.containsKey("method")) {
      if (fields.get("jsonrpc") instanceof String version
          && fields.get("method") instanceof String method
          && isId(fields.get("id"))) {
        return new McpSchema.JSONRPCRequest(
            version, method, fields.get("id"), fields.get("params"));
      }
      kind =
          fields.containsKey("id")
              ? McpSchema.JSONRPCRequest.class
              : McpSchema.JSONRPCNotification.class;
    } else if (fields.containsKey("result") || fields.containsKey("error")) {
      kind = McpSchema.JSONRPCResponse.class;
    } else {
      throw new IllegalArgumentException("neither a call nor an answer");
    }
    return Json.jackson().convertValue(fields, kind);
  }

  private static boolean isId(@Nullable Object id) {
    return id instanceof String || id instanceof Integer || id instanceof Long;
  }

  /**
   * Returns whether the bytes begin with zeros, which the parser of bytes would take for UTF-16 or
   * UTF-32.
   */
  private static boolean looksWider(byte[] body) {
    for (int i = 0; i < Math.min(4, body.length); i++) {
      if (body[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static String text(byte[] body) throws None {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException noText) {
      throw new None(McpError.MALFORMED, null);
    }
  }

  private static None why(String text) {
    try {
      JsonNode read = Json.jackson().readTree(text);
      if (read.isMissingNode()) {
        return new None(McpError.MALFORMED, null);
      }
      if (read.isArray() && !read.isEmpty()) {
        return new None(McpError.BATCH, null);
      }
      return new None(McpError.NOT_A_MESSAGE, id(read.path("id")));
    } catch (JacksonException noJson) {
      return new None(McpError.MALFORMED, null);
    }
  }

  private static @Nullable Object id(JsonNode id) {
    if (id.isIntegralNumber()) {
      return id.numberValue();
    }
    return id.isString() ? id.stringValue() : null;
  }
}
