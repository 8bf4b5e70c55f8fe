package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** A session of a {@link ExaminedServer}, which is ended when it is closed. For one thread. */
public final class ExaminedSession implements Closeable {
  /** The version of the protocol that bridges speak. */
  public static final String PROTOCOL = "2025-11-25";

  static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":\"parley-doctor\",\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\""
          + PROTOCOL
          + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"parley-doctor\",\"version\":\"1\"}}}";
  static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final McpClient link;
  private final ServerSession session;
  private final JsonValue opening;
  private int asked;

  ExaminedSession(McpClient link, ServerSession session, JsonValue opening) {
    this.link = link;
    this.session = session;
    this.opening = opening;
  }

  /** The server's answer to {@code initialize}. */
  public JsonValue opening() {
    return opening;
  }

  /** Asks and waits for the answer, be it a result or an error of JSON-RPC. */
  public JsonValue ask(String method, String params, int millis) throws IOException {
    asked++;
    String request =
        "{\"jsonrpc\":\"2.0\",\"id\":\"parley-doctor-"
            + asked
            + "\",\"method\":"
            + JsonText.quoted(method)
            + ",\"params\":"
            + params
            + "}";
    return JsonValue.of(link.ask(session, request.getBytes(UTF_8), millis));
  }

  /** Opens the event stream, whose head has to arrive within {@code millis}. */
  public EventStream listen(int millis) throws IOException {
    return new EventStream(link.listen(session, null, new InFlight(), millis));
  }

  /** An open event stream. */
  public static final class EventStream implements Closeable {
    private final HttpReply reply;

    private EventStream(HttpReply reply) {
      this.reply = reply;
    }

    /** The headers by name in small letters. */
    public Map<String, String> headers() {
      return Map.copyOf(reply.headers());
    }

    /** Waits for the first byte; an {@link IOException} where none comes. */
    public void awaitFirstByte(int millis) throws IOException {
      reply.patience(millis);
      if (reply.stream().read() < 0) {
        throw new IOException("the event stream ended at once");
      }
    }

    @Override
    public void close() {
      reply.close();
    }
  }

  @Override
  public void close() {
    link.end(session);
  }
}
