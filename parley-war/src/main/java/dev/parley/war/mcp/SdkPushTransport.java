package dev.parley.war.mcp;

import dev.parley.war.wire.Json;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** The transport for what the server says outside of any request: it goes the way of the pushes. */
final class SdkPushTransport extends SdkTransport {
  private final Consumer<byte[]> push;

  /** Makes a transport that hands every message to {@code push}, as JSON. */
  SdkPushTransport(Consumer<byte[]> push) {
    this.push = push;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> push.accept(Json.bytes(message)));
  }
}
