package dev.parley.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pipe between an MCP client on standard streams and a Parley server. It passes on what both
 * send, byte for byte. Of the content it knows only ids and methods, the rooms it has to join
 * again, and the messages it has delivered already.
 */
public final class Bridge {
  private static final int LAST_ANSWERS_MILLIS = 2_000;

  private final BridgeOptions options;
  private final Map<String, String> environment;
  private final ClientLines lines;
  private final ClientOutput out;
  private final BridgeLog log;
  private final PendingCalls calls = new PendingCalls();
  private final OfflineCatalog offline = new OfflineCatalog();
  private final McpClient link;
  private final ServerStart start;
  private final BridgeConnection connection;
  private @Nullable String client;
  private volatile @Nullable ClientMessages messages;
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
    this.lines = new ClientLines(in);
    this.out = new ClientOutput(out);
    this.log = new BridgeLog(options.debug(), err);
    this.link = new McpClient(options);
    this.start = new ServerStart(options, environment, log);
    this.connection = new BridgeConnection(options, link, calls, this.out, offline, start, log);
  }

  /** Passes messages on until the client's input ends, and finishes those under way after it. */
  void run() {
    if (options.sendsTokenInTheClear()) {
      log.error(
          "the token goes unencrypted to "
              + options.server()
              + "; use an https address, or others on the way can read it");
    }
    try {
      byte[] line;
      while (!ending && !out.isBroken() && (line = lines.next()) != null) {
        take(line);
      }
    } catch (IOException inputGone) {
      log.debug("the client's input broke:", String.valueOf(inputGone.getMessage()));
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
    } else if (connection.isBegun() && "notifications/initialized".equals(message.method())) {
      messages().initialized(message, client);
    } else if (connection.isBegun()) {
      messages().forward(message);
    }
  }

  private void request(JsonRpcMessage request, String id) throws InterruptedException {
    String method = String.valueOf(request.method());
    if (method.equals("initialize")) {
      client = request.json().textAt("params", "clientInfo", "name");
      out.line(connection.begin(request, id));
    } else if (method.equals("server/discover")) {
      // With any other answer, a client goes on in an era of MCP that carries no channel pushes.
      refuse(id, JsonRpcError.UNKNOWN_METHOD, "server/discover is not known here; use initialize.");
    } else if (connection.isBegun()) {
      messages().request(request, id);
    } else if (method.equals("ping")) {
      out.line(JsonRpcError.result(id, "{}"));
    } else {
      refuse(id, JsonRpcError.INVALID_REQUEST, "initialize comes first.");
    }
  }

  /** Called by the thread that reads the client alone. */
  private ClientMessages messages() {
    ClientMessages made = messages;
    if (made == null) {
      made =
          new ClientMessages(
              options,
              environment,
              new Parts(
                  link,
                  connection,
                  calls,
                  new ServerMessages(out, calls, connection.requests(), log),
                  new FailureResponses(options.server(), offline, connection, start),
                  start,
                  out,
                  log));
      messages = made;
    }
    return made;
  }

  private void refuse(@Nullable String id, int code, String sentence) {
    out.line(JsonRpcError.error(id, code, sentence));
  }

  /**
   * Ends the bridge, from whatever thread: answers under way are written first, then the session is
   * ended at the server. Returns when that is done, after three seconds at most.
   */
  synchronized void end() {
    ending = true;
    if (!ended) {
      ended = true;
      ClientMessages made = messages;
      if (made != null) {
        made.closeHooks();
      }
      calls.awaitNone(LAST_ANSWERS_MILLIS);
      calls.giveUp(
          new ServerCallException(
              ServerCallException.Kind.OUTCOME_UNKNOWN, "The bridge was ended"));
      connection.end();
    }
  }
}
