package dev.parley.war.wire;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * An agent on the MCP Java SDK's own client and HTTP transport. The SDK has no way to take a
 * notification of another's making, so they are looked at on their way from transport to client.
 */
final class SdkAgent implements AutoCloseable {
  /**
   * Kept here: a logger nobody holds forgets its level. It tells of every push it has no use for.
   */
  private static final Logger SDK = Logger.getLogger("io.modelcontextprotocol");

  private final BlockingQueue<JSONRPCNotification> pushes = new LinkedBlockingQueue<>();
  private final McpSyncClient client;

  SdkAgent(URI endpoint) {
    SDK.setLevel(Level.OFF);
    McpClientTransport http =
        HttpClientStreamableHttpTransport.builder(endpoint.resolve("/").toString())
            .endpoint(endpoint.getPath())
            .build();
    client = McpClient.sync(new Overheard(http, this::heard)).build();
  }

  McpSyncClient client() {
    return client;
  }

  /** Calls a tool with names and values in turn. */
  CallToolResult tool(String name, Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return client.callTool(CallToolRequest.builder(name).arguments(arguments).build());
  }

  /** The one text of a result. */
  String text(String name, Object... namesAndValues) {
    return ((TextContent) tool(name, namesAndValues).content().get(0)).text();
  }

  /** The params of the next channel push. */
  @SuppressWarnings("unchecked")
  Map<String, Object> push() throws InterruptedException {
    JSONRPCNotification push = pushes.poll(20, TimeUnit.SECONDS);
    if (push == null) {
      throw new AssertionError("no push");
    }
    return (Map<String, Object>) push.params();
  }

  @Nullable JSONRPCNotification pushWithin(long millis) throws InterruptedException {
    return pushes.poll(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    client.closeGracefully();
  }

  private void heard(JSONRPCMessage message) {
    if (message instanceof JSONRPCNotification notification
        && notification.method().equals("notifications/claude/channel")) {
      pushes.add(notification);
    }
  }

  private record Overheard(McpClientTransport transport, Consumer<JSONRPCMessage> ear)
      implements McpClientTransport {
    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
      return transport.connect(message -> handler.apply(message.doOnNext(ear)));
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
      transport.setExceptionHandler(handler);
    }

    @Override
    public List<String> protocolVersions() {
      return transport.protocolVersions();
    }

    @Override
    public Mono<Void> closeGracefully() {
      return transport.closeGracefully();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return transport.sendMessage(message);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return transport.unmarshalFrom(data, type);
    }
  }
}
