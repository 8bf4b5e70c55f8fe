package dev.parley.war.mcp;

import com.fasterxml.jackson.core.JacksonException;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The one JSON-RPC 2.0 message a posted body has to be. */
final class PostedMessage {
  private PostedMessage() {}

  /** A body that is no message, and what its sender is told. */
  static final class None extends Exception {
    private static final long serialVersionUID = 1L;

    private final WireRefusal refusal;

    None(WireRefusal refusal) {
      super(refusal.code(), null, false, false);
      this.refusal = refusal;
    }

    WireRefusal refusal() {
      return refusal;
    }
  }

  static JSONRPCMessage read(byte[] body) throws None {
    String text = text(body);
    if (text.stripLeading().startsWith("{")) {
      try {
        JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(Json.mapper(), text);
        if (message.jsonrpc().equals("2.0")) {
          return message;
        }
      } catch (IOException | IllegalArgumentException unusable) {
        // told below
      }
    }
    throw new None(why(text));
  }

  private static String text(byte[] body) throws None {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException noText) {
      throw new None(WireRefusal.MALFORMED);
    }
  }

  private static WireRefusal why(String text) {
    try {
      return Json.jackson().readTree(text).isMissingNode()
          ? WireRefusal.MALFORMED
          : WireRefusal.NOT_A_MESSAGE;
    } catch (JacksonException noJson) {
      return WireRefusal.MALFORMED;
    }
  }
}
