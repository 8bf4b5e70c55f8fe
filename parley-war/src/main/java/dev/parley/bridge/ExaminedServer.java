package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server that a bridge with the same options would use, for programs that examine the way to
 * it. Each question opens a connection of its own, so that a failure is that of one step. Safe for
 * all threads.
 */
public final class ExaminedServer {
  private static final int MAX_BODY = 1 << 20;
  private static final String ENDPOINT = "/mcp";
  private static final String NAME_FIELD = "Parley-Agent";
  private static final String NAME_CODE = "permission_denied";
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_WRONG_TOKENS = 429;
  private static final int SERVER_FAILURE = 500;

  private final BridgeOptions options;
  private final ServerUrl server;

  private ExaminedServer(BridgeOptions options) {
    this.options = options;
    this.server = options.server();
  }

  /** The refusal of a session because the token is not for the name that was asked for. */
  public static final class NameRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private NameRefusedException(String message) {
      super(message);
    }
  }

  /**
   * A reply that was read whole.
   *
   * @param headers by name in small letters
   */
  public record Reply(int status, Map<String, String> headers, String body) {
    /** The value of a header, whose name is in small letters. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }

    /** The body as JSON; empty where it is something else. */
    public Optional<JsonValue> json() {
      try {
        return Optional.of(JsonValue.parse(body.getBytes(UTF_8)));
      } catch (IOException somethingElse) {
        return Optional.empty();
      }
    }
  }

  /**
   * The server that these words of {@code mcp} and this environment name; refuses with {@link
   * IllegalArgumentException} as {@code mcp} does. It takes part in no session of team work and
   * starts no server.
   */
  public static ExaminedServer of(List<String> words, Map<String, String> environment) {
    Map<String, String> alone = new HashMap<>(environment);
    alone.remove("PARLEY_SESSION_ID");
    alone.remove("RELAY_SESSION_ID");
    alone.remove("PARLEY_START_SERVER");
    return new ExaminedServer(BridgeOptions.of(words.toArray(String[]::new), alone));
  }

  /** The host that is connected to. */
  public String host() {
    return server.host();
  }

  /** The port that is connected to. */
  public int port() {
    return server.port();
  }

  /** The value of the Host header. */
  public String authority() {
    return server.authority();
  }

  /** The address of the server as a user writes it, without the endpoint of MCP. */
  public String address() {
    return (server.tls() ? "https://" : "http://") + server.authority() + context();
  }

  /** Returns true if the connection is over TLS. */
  public boolean isOverTls() {
    return server.tls();
  }

  /** Returns true if the server is on this machine. */
  public boolean isLoopback() {
    return server.isLoopback();
  }

  /** Returns true if there is a token to show. */
  public boolean hasToken() {
    return options.token() != null;
  }

  /** Returns true if there is a token, and it leaves this machine without TLS. */
  public boolean sendsTokenInTheClear() {
    return options.sendsTokenInTheClear();
  }

  /** Returns true if both are one server, whatever tools they choose and whatever they show. */
  public boolean isSameServer(ExaminedServer other) {
    boolean sameHost =
        host().equalsIgnoreCase(other.host()) || (isLoopback() && other.isLoopback());
    return sameHost
        && port() == other.port()
        && server.tls() == other.server.tls()
        && context().equals(other.context());
  }

  private String context() {
    int endpoint = server.path().indexOf(ENDPOINT);
    return endpoint < 0 ? "" : server.path().substring(0, endpoint);
  }

  /** Connects and closes; the exception is the reason of the failure itself. */
  public void connect(int millis) throws IOException {
    HttpConnection.open(server, options.trusted(), millis).close();
  }

  /**
   * Gets {@code path} below the address of the server, with the token if there is one.
   *
   * @param headers further header lines, each with its end
   */
  public Reply get(String path, String headers, int millis) throws IOException {
    return get(path, headers, options.token() != null, millis);
  }

  /** Gets {@code path} as {@link #get(String, String, int)} does, without a token. */
  public Reply getWithoutToken(String path, int millis) throws IOException {
    return get(path, "", false, millis);
  }

  /**
   * Returns true if the endpoint of MCP does not refuse the token; it opens no session.
   *
   * @throws IOException also where the server cannot check a credential for the moment
   */
  public boolean takesToken(int millis) throws IOException {
    int status = get(ENDPOINT, "", millis).status();
    if (status >= SERVER_FAILURE) {
      throw new IOException("The server cannot check the token now, and answers " + status);
    }
    return status != UNAUTHORIZED && status != TOO_MANY_WRONG_TOKENS;
  }

  private Reply get(String path, String headers, boolean withToken, int millis) throws IOException {
    StringBuilder head = new StringBuilder(256);
    head.append("GET ").append(context()).append(path).append(" HTTP/1.1\r\nHost: ");
    head.append(server.authority()).append("\r\nConnection: close\r\n").append(headers);
    if (withToken) {
      head.append("Authorization: Bearer ").append(options.token()).append("\r\n");
    }
    HttpConnection socket = HttpConnection.open(server, options.trusted(), millis);
    try {
      socket.patience(millis);
      socket.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
      HttpReply reply =
          HttpReply.read(new HttpTransport(server, options.trusted(), ""), socket, new InFlight());
      String body = new String(reply.stream().readNBytes(MAX_BODY), UTF_8);
      return new Reply(reply.status(), Map.copyOf(reply.headers()), body);
    } finally {
      socket.close();
    }
  }

  /** Opens a session; the message of the exception says why there is none. */
  public ExaminedSession open() throws IOException {
    McpClient link = new McpClient(options);
    McpClient.Opened opened = link.open(ExaminedSession.INITIALIZE.getBytes(UTF_8));
    ServerSession session = opened.session();
    if (session == null) {
      JsonValue answer = JsonValue.of(opened.answer());
      String reason =
          "the server refuses it: " + answer.text("error", "message").orElse("no reason given");
      throw answer.text("error", "data", "field").filter(NAME_FIELD::equals).isPresent()
              && answer.text("error", "data", "code").filter(NAME_CODE::equals).isPresent()
          ? new NameRefusedException(reason)
          : new IOException(reason);
    }
    link.send(session, ExaminedSession.INITIALIZED);
    return new ExaminedSession(link, session, JsonValue.of(opened.answer()));
  }
}
