package dev.parley.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes what the client sends to the server, once both have begun. Requests run side by side, so
 * that a slow one holds up none. The thread that reads the client keeps their order where it
 * matters. After a tool call or a notification it goes on when the server has begun to answer, and
 * at the latest a quarter of a second later. A server answers a quick call as a whole, and opens a
 * stream at once for a slow one.
 *
 * <p>The bridge makes it after its answer to {@code initialize}, which is to come early.
 */
final class ClientMessages {
  private static final int ORDER_MILLIS = 250;

  private final BridgeOptions options;
  private final Map<String, String> environment;
  private final Bridge.Parts parts;
  private final Workers workers = new Workers();
  private final HookSettings hookSettings;
  private final @Nullable CodexQueue codex;
  private @Nullable HookSocket hooks;
  private boolean streaming;

  /**
   * @param environment where the client names its session and the programs of the machine are found
   */
  ClientMessages(BridgeOptions options, Map<String, String> environment, Bridge.Parts parts) {
    this.options = options;
    this.environment = environment;
    this.parts = parts;
    this.hookSettings = HookSettings.of(environment, parts.log());
    this.codex = CodexQueue.of(environment);
  }

  /** Passes a request on, or answers it where it is the call of a hook that is off. */
  void request(JsonRpcMessage request, String id) throws InterruptedException {
    if (codex != null) {
      codex.watch(request);
    }
    if (hookSettings.isOff(request)) {
      parts.out().line(JsonRpcError.result(id, FailureResponses.NOTHING_FOR_A_HOOK));
      return;
    }
    Call call = new Call(hookSettings.completed(request), id, parts);
    if (!parts.calls().add(call)) {
      parts
          .out()
          .line(
              JsonRpcError.error(
                  id, JsonRpcError.INVALID_REQUEST, "A request with this id is still under way."));
    } else if (!workers.begin(call)) {
      call.refuse(
          new ServerCallException(
              ServerCallException.Kind.TOO_MANY, "Too many calls are under way at once"));
      parts.calls().remove(call);
    } else if ("tools/call".equals(request.method())) {
      call.awaitTaken(ORDER_MILLIS);
    }
  }

  /** Passes on a message that has no answer. */
  void forward(JsonRpcMessage message) throws InterruptedException {
    parts.connection().requests().sent(message);
    Forward forward = new Forward(message, parts);
    if (workers.begin(forward) && !message.isAnswer()) {
      forward.awaitTaken(ORDER_MILLIS);
    }
  }

  /**
   * Passes on that the client is ready. From the first time on, the server's messages are listened
   * to, and the client's hooks and the ways to wake it are served.
   *
   * @param client the name that the client gave
   */
  void initialized(JsonRpcMessage message, @Nullable String client) {
    parts.connection().initialized(message.line());
    if (streaming) {
      return;
    }
    streaming = true;
    start(
        "parley-mcp-events",
        new SseConnection(options, parts.connection(), parts.link(), parts.inbound(), parts.log()));
    String dialect = HookSettings.dialect(client);
    if (dialect != null) {
      HookSocket socket =
          HookSocket.open(
              environment, dialect, hookSettings, parts.connection(), parts.link(), parts.log());
      if (socket != null) {
        start("parley-mcp-hooks", socket);
      }
      synchronized (this) {
        hooks = socket;
      }
    }
    List<Waker> wakers = wakers();
    if (!wakers.isEmpty()) {
      start("parley-mcp-wake", new WakeLoop(parts.connection(), parts.link(), wakers, parts.log()));
    }
  }

  private List<Waker> wakers() {
    List<Waker> wakers = new ArrayList<>();
    MonitorFile monitor = MonitorFile.of(environment);
    if (monitor != null) {
      wakers.add(monitor);
    }
    if (codex != null) {
      wakers.add(codex);
    }
    return wakers;
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 256 * 1024, false);
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes no more hooks. For any thread. */
  synchronized void closeHooks() {
    if (hooks != null) {
      hooks.close();
    }
  }
}
