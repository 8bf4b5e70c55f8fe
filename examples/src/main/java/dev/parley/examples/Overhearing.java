package dev.parley.examples;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A client transport that also listens. The SDK's client knows no notification but MCP's own, so
 * Parley's pushes are read on their way in.
 */
final class Overhearing implements McpClientTransport {
  private final McpClientTransport transport;
  private final Ear ear;

  /** Receives every push. */
  @FunctionalInterface
  interface Ear {
    void on(JSONRPCNotification push);
  }

  Overhearing(McpClientTransport transport, Ear ear) {
    this.transport = transport;
    this.ear = ear;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return transport.connect(
        incoming ->
            incoming.flatMap(
                message -> {
                  if (message instanceof JSONRPCNotification push && AgentsOverMcp.isPush(push)) {
                    ear.on(push);
                    return Mono.empty();
                  }
                  return handler.apply(Mono.just(message));
                }));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return transport.sendMessage(message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }
}
