package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fuzz.FuzzContract;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.JsonNode;

/**
 * A posted body is refused with an error that can be written, or is a message that is read the same
 * once it is written again.
 */
class JsonRpcFuzzTest extends FuzzContract {

  private static final Logger SDK = Logger.getLogger(McpSchema.class.getPackageName());

  JsonRpcFuzzTest() {
    SDK.setLevel(Level.OFF); // it warns of every field that is absent
  }

  @Override
  protected void check(byte[] input) throws Exception {
    JSONRPCMessage message;
    try {
      message = JsonRpcParser.read(input);
    } catch (JsonRpcParser.None none) {
      JsonNode answer = Json.jackson().readTree(none.refusal().answer(none.id()));
      assertThat(none.refusal()).isIn(McpError.MALFORMED, McpError.BATCH, McpError.NOT_A_MESSAGE);
      assertThat(answer.path("error").path("code").isInt()).isTrue();
      return;
    }
    assertThat(message.jsonrpc()).isEqualTo("2.0");
    byte[] written = Json.bytes(message);
    assertThat(Json.bytes(JsonRpcParser.read(written))).isEqualTo(written);
    if (message instanceof JSONRPCRequest request) {
      assertThat(request.id()).isInstanceOfAny(String.class, Number.class);
      assertThat(request.method()).isNotNull();
      boolean unused = Params.areWrong(request);
      checkInitialize(request.params());
    } else if (message instanceof JSONRPCNotification notification) {
      CancellableRequests requests = new CancellableRequests();
      requests.begin(1, new RequestTransport(1));
      requests.heed(notification);
    }
  }

  /** Params are those of an initialization, or refused as an argument. */
  private static void checkInitialize(Object params) {
    try {
      var unused = Json.mapper().convertValue(params, InitializeRequest.class);
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageNotContaining("\0");
    }
  }
}
