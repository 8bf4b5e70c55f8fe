package dev.parley.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pipe between an MCP client on standard streams and a Parley server. It passes on what both
 * send, byte for byte. Of the content it knows only ids and methods, the rooms it has to join
 * again, and the messages it has delivered already.
 *
 * <p>Requests run side by side, so that a slow one holds up none. The thread that reads the client
 * keeps their order where it matters. After a tool call or a notification it goes on when the
 * server has begun to answer, and at the latest a quarter of a second later. A server answers a
 * quick call as a whole, and opens a stream at once for a slow one.
 */
public final class Bridge {
  private static final int ORDER_MILLIS = 250;
  private static final int LAST_ANSWERS_MILLIS = 2_000;

  private final BridgeOptions options;
  private final Parts parts;
  private final ClientLines lines;
  private final Workers workers = new Workers();
  private final SseConnection stream;
  private final @Nullable CodexQueue codex;
  private final @Nullable MonitorFile monitor;
  private final Map<String, String> environment;
  private final HookSettings hookSettings;
  private @Nullable String dialect;
  private @Nullable HookSocket hooks;
  private boolean streaming;
  private volatile boolean ending;
  private boolean ended;

  /** The parts of the bridge that a call uses. */
  record Parts(
      McpClient link,
      BridgeConnection connection,
      PendingCalls calls,
      ServerMessages inbound,
      FailureResponses refusals,
      ServerStart start,
      ClientOutput out,
      BridgeLog log) {}

  /**
   * @param in what the client writes
   * @param out what the client reads, JSON-RPC messages alone
   * @param err what people read
   */
  Bridge(BridgeOptions options, InputStream in, OutputStream out, PrintStream err) {
    this(options, Map.of(), in, out, err);
  }

  /**
   * @param environment where the client names its session and the programs of the machine are found
   */
  Bridge(
      BridgeOptions options,
      Map<String, String> environment,
      InputStream in,
      OutputStream out,
      PrintStream err) {
    this.options = options;
    this.environment = environment;
    this.codex = CodexQueue.of(environment);
    this.monitor = MonitorFile.of(environment);
    BridgeLog log = new BridgeLog(options.debug(), err);
    this.hookSettings = HookSettings.of(environment, log);
    ClientOutput client = new ClientOutput(out);
    PendingCalls calls = new PendingCalls();
    McpClient link = new McpClient(options);
    OfflineCatalog offline = new OfflineCatalog();
    ServerStart start = new ServerStart(options, environment, log);
    BridgeConnection connection =
        new BridgeConnection(options, link, calls, client, offline, start, log);
    ServerMessages inbound = new ServerMessages(client, calls, connection.requests(), log);
    FailureResponses refusals = new FailureResponses(options, offline, connection, start);
    this.parts = new Parts(link, connection, calls, inbound, refusals, start, client, log);
    this.lines = new ClientLines(in);
    this.stream = new SseConnection(options, connection, link, inbound, log);
  }

  /** Passes messages on until the client's input ends, and finishes those under way after it. */
  void run() {
    if (options.sendsTokenInTheClear()) {
      parts
          .log()
          .error(
              "the token goes unencrypted to "
                  + options.server()
                  + "; use an https address, or others on the way can read it");
    }
    try {
      byte[] line;
      while (!ending && !parts.out().isBroken() && (line = lines.next()) != null) {
        take(line);
      }
    } catch (IOException inputGone) {
      parts.log().debug("the client's input broke:", String.valueOf(inputGone.getMessage()));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  private void take(byte[] line) throws InterruptedException {
    if (line == ClientLines.TOO_LONG) {
      refuse(null, JsonRpcError.INVALID_REQUEST, "A message is at most 4 MiB long.");
      return;
    }
    JsonText json;
    try {
      json = JsonText.parse(line);
    } catch (MalformedJson malformed) {
      refuse(null, JsonRpcError.PARSE_ERROR, "Not JSON: " + malformed.reason() + ".");
      return;
    }
    JsonRpcMessage message;
    try {
      message = JsonRpcMessage.of(json);
    } catch (MalformedJson notAMessage) {
      refuse(JsonRpcMessage.idOf(json), JsonRpcError.INVALID_REQUEST, notAMessage.reason());
      return;
    }
    String id = message.id();
    if (message.isRequest() && id != null) {
      request(message, id);
    } else if (parts.connection().isBegun()) {
      forward(message);
    }
  }

  private void request(JsonRpcMessage request, String id) throws InterruptedException {
    String method = String.valueOf(request.method());
    if (method.equals("initialize")) {
      dialect = HookSettings.dialect(request.json().textAt("params", "clientInfo", "name"));
      parts.out().line(parts.connection().begin(request, id));
    } else if (method.equals("server/discover")) {
      // With any other answer, a client goes on in an era of MCP that carries no channel pushes.
      refuse(id, JsonRpcError.UNKNOWN_METHOD, "server/discover is not known here; use initialize.");
    } else if (parts.connection().isBegun()) {
      if (codex != null) {
        codex.watch(request);
      }
      if (hookSettings.isOff(request)) {
        parts.out().line(JsonRpcError.result(id, FailureResponses.NOTHING_FOR_A_HOOK));
        return;
      }
      JsonRpcMessage asked = hookSettings.completed(request);
      call(new Call(asked, id, parts), method.equals("tools/call"));
    } else if (method.equals("ping")) {
      parts.out().line(JsonRpcError.result(id, "{}"));
    } else {
      refuse(id, JsonRpcError.INVALID_REQUEST, "initialize comes first.");
    }
  }

  private void call(Call call, boolean inOrder) throws InterruptedException {
    if (!parts.calls().add(call)) {
      refuse(call.id(), JsonRpcError.INVALID_REQUEST, "A request with this id is still under way.");
    } else if (!workers.begin(call)) {
      call.refuse(
          new ServerCallException(
              ServerCallException.Kind.TOO_MANY, "Too many calls are under way at once"));
      parts.calls().remove(call);
    } else if (inOrder) {
      call.awaitTaken(ORDER_MILLIS);
    }
  }

  private void forward(JsonRpcMessage message) throws InterruptedException {
    if ("notifications/initialized".equals(message.method())) {
      parts.connection().initialized(message.line());
      listen();
      return;
    }
    parts.connection().requests().sent(message);
    Forward forward = new Forward(message, parts);
    if (workers.begin(forward) && !message.isAnswer()) {
      forward.awaitTaken(ORDER_MILLIS);
    }
  }

  private void listen() {
    if (!streaming) {
      streaming = true;
      start("parley-mcp-events", stream);
      List<Waker> wakers = new ArrayList<>();
      if (monitor != null) {
        wakers.add(monitor);
      }
      if (codex != null) {
        wakers.add(codex);
      }
      if (dialect != null) {
        hooks =
            HookSocket.open(
                environment, dialect, hookSettings, parts.connection(), parts.link(), parts.log());
        if (hooks != null) {
          start("parley-mcp-hooks", hooks);
        }
      }
      if (!wakers.isEmpty()) {
        start(
            "parley-mcp-wake", new WakeLoop(parts.connection(), parts.link(), wakers, parts.log()));
      }
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 256 * 1024, false);
    thread.setDaemon(true);
    thread.start();
  }

  private void refuse(@Nullable String id, int code, String sentence) {
    parts.out().line(JsonRpcError.error(id, code, sentence));
  }

  /**
   * Ends the bridge, from whatever thread: answers under way are written first, then the session is
   * ended at the server. Returns when that is done, after three seconds at most.
   */
  synchronized void end() {
    ending = true;
    if (!ended) {
      ended = true;
      if (hooks != null) {
        hooks.close();
      }
      parts.calls().awaitNone(LAST_ANSWERS_MILLIS);
      parts
          .calls()
          .giveUp(
              new ServerCallException(
                  ServerCallException.Kind.OUTCOME_UNKNOWN, "The bridge was ended"));
      parts.connection().end();
    }
  }
}
