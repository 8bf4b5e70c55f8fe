package dev.parley.war.driver;

import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Requests as bytes, made before they are sent. */
public final class Wire {
  public static final Charset ASCII = StandardCharsets.US_ASCII;

  /** Stands once in each benchmark message's body and nowhere else on the wire. */
  public static final char MARK = '~';

  /** Digits of the send time that follow the mark. */
  public static final int TIME_DIGITS = 16;

  private static final long FIRST_ID = 100_000_000;
  private static final String VERSION = "2025-11-25";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
          + VERSION
          + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private Wire() {}

  public static byte[] initialize(InetSocketAddress address, Caller caller) {
    return mcp(address, caller.header(), initializeJson());
  }

  public static String initializeJson() {
    return INITIALIZE;
  }

  public static byte[] initialized(InetSocketAddress address, BenchSession session) {
    return mcp(address, headers(session), initializedJson());
  }

  public static String initializedJson() {
    return INITIALIZED;
  }

  public static PreparedCall tool(
      InetSocketAddress address, BenchSession session, String name, String arguments) {
    return new PreparedCall(mcp(address, headers(session), toolJson(name, arguments)));
  }

  /** A call that is made once, under an id of its own. */
  public static byte[] tool(
      InetSocketAddress address, BenchSession session, long id, String name, String arguments) {
    return mcp(address, headers(session), toolJson(id, name, arguments));
  }

  /** A call under the first of the ids that have as many digits. */
  public static String toolJson(String name, String arguments) {
    return toolJson(FIRST_ID, name, arguments);
  }

  public static String toolJson(long id, String name, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
        + name
        + "\",\"arguments\":"
        + arguments
        + "}}";
  }

  /** The arguments of a {@code send_message} whose body is the mark, a time, and filling. */
  public static String message(String room, int bodyBytes) {
    String body = MARK + "0".repeat(TIME_DIGITS) + "x".repeat(bodyBytes - 1 - TIME_DIGITS);
    return "{\"room\":\"" + room + "\",\"body\":\"" + body + "\"}";
  }

  public static byte[] listen(InetSocketAddress address, BenchSession session) {
    return listen(address, session, "");
  }

  /** A stream that goes on after the event of this id; from now on where it is empty. */
  public static byte[] listen(InetSocketAddress address, BenchSession session, String lastId) {
    String after = lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n";
    return get(address, "/mcp", headers(session) + after + "Accept: text/event-stream\r\n");
  }

  /** Ends a session. */
  public static byte[] end(InetSocketAddress address, BenchSession session) {
    return withoutBody("DELETE", address, "/mcp", headers(session));
  }

  public static byte[] get(InetSocketAddress address, String path, String headers) {
    return withoutBody("GET", address, path, headers);
  }

  private static byte[] withoutBody(
      String method, InetSocketAddress address, String path, String headers) {
    return (method + " " + path + " HTTP/1.1\r\nHost: " + host(address) + "\r\n" + headers + "\r\n")
        .getBytes(ASCII);
  }

  private static byte[] mcp(InetSocketAddress address, String headers, String json) {
    return post(address, "/mcp", headers + "Accept: application/json, text/event-stream\r\n", json);
  }

  public static byte[] post(InetSocketAddress address, String path, String headers, String json) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: "
            + host(address)
            + "\r\n"
            + headers
            + "Content-Type: application/json\r\nContent-Length: "
            + json.length()
            + "\r\n\r\n"
            + json)
        .getBytes(ASCII);
  }

  private static String headers(BenchSession session) {
    return session.caller().header()
        + "Mcp-Session-Id: "
        + session.id()
        + "\r\nMCP-Protocol-Version: "
        + VERSION
        + "\r\n";
  }

  private static String host(InetSocketAddress address) {
    String name = address.getHostString();
    return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + address.getPort();
  }
}
