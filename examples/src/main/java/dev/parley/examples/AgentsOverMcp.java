package dev.parley.examples;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two clients of the MCP Java SDK talk through a running server. Start one first, then name it:
 *
 * <pre>{@code
 * java -jar parley.war
 * AgentsOverMcp http://127.0.0.1:7539
 * }</pre>
 */
public final class AgentsOverMcp {
  private static final int PATIENCE_SECONDS = 10;

  private AgentsOverMcp() {}

  /** Prints what each client gets. */
  public static void main(String[] args) throws InterruptedException {
    String server = args.length == 0 ? "http://127.0.0.1:7539" : args[0];
    CountDownLatch heard = new CountDownLatch(1);
    try (McpSyncClient alice = client(server, push -> {});
        McpSyncClient bob =
            client(
                server,
                push -> {
                  System.out.println("bob is told: " + push.params());
                  heard.countDown();
                })) {
      alice.initialize();
      bob.initialize();
      call(alice, "join_room", Map.of("room", "planning", "nickname", "alice"));
      call(bob, "join_room", Map.of("room", "planning", "nickname", "bob"));
      call(alice, "send_message", Map.of("room", "planning", "body", "Who takes the parser?"));
      if (!heard.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("bob was told nothing");
      }
    }
  }

  private static McpSyncClient client(String server, Overhearing.Ear ear) {
    HttpClientStreamableHttpTransport http =
        HttpClientStreamableHttpTransport.builder(server)
            .endpoint("/mcp/rooms")
            .openConnectionOnStartup(true)
            .build();
    return McpClient.sync(new Overhearing(http, ear)).build();
  }

  private static void call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    @Nullable Object result =
        client
            .callTool(CallToolRequest.builder(tool).arguments(arguments).build())
            .structuredContent();
    System.out.println(tool + " answers: " + result);
  }

  /** Returns true if a notification is a push of Parley's. */
  static boolean isPush(JSONRPCNotification notification) {
    return notification.method().equals("notifications/claude/channel");
  }
}
