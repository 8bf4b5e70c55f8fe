package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The server's Streamable HTTP endpoint, one method for each thing MCP lets a client do there. */
final class McpClient {
  /** The time a server needs for anything but a tool's own work. */
  static final int SHORT_MILLIS = 5_000;

  private static final int END_MILLIS = 500;
  private static final String BOTH = "Accept: application/json, text/event-stream\r\n";

  private final HttpTransport http;
  private final BridgeOptions options;

  McpClient(BridgeOptions options) {
    this.options = options;
    StringBuilder headers = new StringBuilder(256);
    header(headers, "Authorization: Bearer ", options.token());
    header(headers, "Parley-Agent: ", options.agent());
    header(headers, "Parley-Workspace: ", options.workspace());
    header(headers, "Parley-Session: ", options.session());
    header(headers, "Parley-Urgent: ", options.urgent());
    header(headers, "Parley-Pushes: ", "stdio");
    this.http = new HttpTransport(options.server(), options.trusted(), headers.toString());
  }

  private static void header(StringBuilder headers, String name, @Nullable String value) {
    if (value != null) {
      headers.append(name).append(value).append("\r\n");
    }
  }

  /**
   * The outcome of an {@code initialize}.
   *
   * @param session null where the server answered with an error of its own
   */
  record Opened(@Nullable ServerSession session, JsonText answer) {}

  /** The time a call may take before its outcome is called unknown. */
  int callMillis() {
    return options.callMillis();
  }

  /** Returns true if no connection with the server could be made the last time. */
  boolean isAway() {
    return http.isAway();
  }

  /** Opens a session. */
  Opened open(byte[] initialize) throws ServerCallException {
    HttpReply reply = http.exchange("POST", BOTH, initialize, SHORT_MILLIS, new InFlight());
    try (reply) {
      JsonText answer = reply.isFine() || reply.status() == 400 ? answer(reply) : null;
      if (answer != null && answer.member("error") != null) {
        return new Opened(null, answer);
      }
      String version = answer == null ? null : answer.textAt("result", "protocolVersion");
      if (answer == null || version == null) {
        throw reply.status() == 404 ? nobodyThere() : refusal(reply.status());
      }
      return new Opened(new ServerSession(reply.header("mcp-session-id"), version), answer);
    } catch (ServerCallException known) {
      throw known;
    } catch (IOException | MalformedJson unreadable) {
      throw cut();
    }
  }

  /** The first answer in a reply, be it an event stream or not; null where there is none. */
  private static @Nullable JsonText answer(HttpReply reply) throws IOException {
    if (!reply.isEventStream()) {
      byte[] body = reply.bytes();
      return body.length == 0 ? null : JsonText.parse(body);
    }
    SseReader events = new SseReader(reply.stream(), null);
    byte[] event;
    while ((event = events.next()) != null) {
      JsonText json = event.length == 0 ? null : JsonText.parse(event);
      if (json != null && json.member("method") == null) {
        return json;
      }
    }
    return null;
  }

  /** Posts one message; the reply is one of success, or one that carries a JSON-RPC answer. */
  HttpReply post(ServerSession session, byte[] message, int millis, InFlight inFlight)
      throws ServerCallException {
    return http.exchange("POST", session.headers() + BOTH, message, millis, inFlight);
  }

  /** Posts a message that has no answer. */
  void send(ServerSession session, String message) throws ServerCallException {
    send(session, message.getBytes(UTF_8));
  }

  void send(ServerSession session, byte[] message) throws ServerCallException {
    try (HttpReply reply = post(session, message, SHORT_MILLIS, new InFlight())) {
      if (!reply.isFine()) {
        throw refusal(reply.status());
      }
      reply.bytes();
    } catch (ServerCallException known) {
      throw known;
    } catch (IOException unreadable) {
      throw cut();
    }
  }

  /** Asks something of the bridge's own and waits for the answer. */
  JsonText ask(ServerSession session, String request) throws ServerCallException {
    return ask(session, request.getBytes(UTF_8), SHORT_MILLIS);
  }

  /** Asks as {@link #ask(ServerSession, String)} does, and waits for the answer for so long. */
  JsonText ask(ServerSession session, byte[] request, int millis) throws ServerCallException {
    try (HttpReply reply = post(session, request, millis, new InFlight())) {
      JsonText answer = reply.isFine() ? answer(reply) : null;
      if (answer == null) {
        throw refusal(reply.status());
      }
      return answer;
    } catch (ServerCallException known) {
      throw known;
    } catch (IOException | MalformedJson unreadable) {
      throw cut();
    }
  }

  /** Opens the session's event stream, or goes on with the one that {@code lastEventId} was of. */
  HttpReply listen(ServerSession session, @Nullable String lastEventId, InFlight inFlight)
      throws ServerCallException {
    return listen(session, lastEventId, inFlight, options.silenceMillis());
  }

  /** Listens as {@link #listen(ServerSession, String, InFlight)} does, with another patience. */
  HttpReply listen(
      ServerSession session, @Nullable String lastEventId, InFlight inFlight, int millis)
      throws ServerCallException {
    StringBuilder headers = new StringBuilder(192).append(session.headers());
    headers.append("Accept: text/event-stream\r\n");
    header(headers, "Last-Event-ID: ", lastEventId);
    HttpReply reply = http.exchange("GET", headers.toString(), null, millis, inFlight);
    if (reply.status() == 200 && reply.isEventStream()) {
      return reply;
    }
    reply.close();
    throw refusal(reply.status());
  }

  /** Ends the session, so that the agent's nicknames are free at once. */
  void end(ServerSession session) {
    try (HttpReply reply =
        http.exchange("DELETE", session.headers(), null, END_MILLIS, new InFlight())) {
      reply.bytes();
    } catch (IOException serverWillNotice) {
      // The session runs out by itself.
    }
  }

  /**
   * Returns true if a reply's body is the answer to the request, and not just words to an HTTP
   * status that says it all. 404 means both "no such session" and, in a later era of MCP, "no such
   * method".
   */
  boolean isAnswer(int status, byte[] body) {
    if (body.length == 0 || status == 401 || status == 403 || status >= 502) {
      return false;
    }
    try {
      JsonText json = JsonText.parse(body);
      JsonText code = json.member("error", "code");
      boolean unknownMethod = code != null && code.raw().equals("-32601");
      return status == 404 ? unknownMethod : code != null || status < 300;
    } catch (MalformedJson somethingElse) {
      return false;
    }
  }

  /** Returns the meaning of an HTTP status that came without an answer. */
  ServerCallException refusal(int status) {
    String at = "Parley at " + options.server();
    String http = " (HTTP " + status + ")";
    return switch (status) {
      case 401, 403 ->
          new ServerCallException(ServerCallException.Kind.UNAUTHORIZED, at + unauthorized(http));
      case 404 ->
          new ServerCallException(
              ServerCallException.Kind.FORGOTTEN, at + " does not know this session");
      case 405 ->
          new ServerCallException(
              ServerCallException.Kind.NO_STREAM, at + " takes no such request" + http);
      case 503 ->
          new ServerCallException(
              ServerCallException.Kind.UNREACHABLE, at + " is not ready" + http);
      case 502, 504 ->
          new ServerCallException(
              ServerCallException.Kind.OUTCOME_UNKNOWN, at + " did not answer its proxy" + http);
      default ->
          new ServerCallException(
              ServerCallException.Kind.REFUSED, at + " gave no MCP answer" + http);
    };
  }

  private String unauthorized(String http) {
    return options.token() == null
        ? " wants a token" + http + "; set PARLEY_TOKEN or --token-file"
        : " refused the token"
            + http
            + "; check PARLEY_TOKEN, the token file or the token in the properties file";
  }

  private ServerCallException nobodyThere() {
    return new ServerCallException(
        ServerCallException.Kind.UNREACHABLE,
        "There is no Parley at " + options.server() + " (HTTP 404)");
  }

  private ServerCallException cut() {
    return new ServerCallException(
        ServerCallException.Kind.OUTCOME_UNKNOWN,
        "The answer of Parley at " + options.server() + " was cut");
  }
}
