package dev.parley.war.mcp;

import dev.parley.war.wire.Json;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import reactor.core.publisher.Mono;

/**
 * The part that all transports of the SDK share here: they number no messages, read JSON as the
 * rest of the wire does, and end with what they belong to.
 */
abstract class SdkTransport implements McpStreamableServerTransport {
  @Override
  public final Mono<Void> sendMessage(JSONRPCMessage message, String messageId) {
    return sendMessage(message);
  }

  @Override
  public final <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return Json.mapper().convertValue(data, type);
  }

  @Override
  public final Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public final void close() {
    // ends with its request or its session
  }
}
