package dev.parley.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers what Jetty refuses or fails at by itself, in place of its pages, which name classes and
 * show stacks. Below {@code /api} it is a problem, at {@code /mcp} an error of JSON-RPC, else a
 * line of text. Nothing of the request is repeated.
 */
final class JettyErrorHandler extends ErrorPageErrorHandler {
  private static final int JSON_RPC_INVALID = -32600;
  private static final int JSON_RPC_INTERNAL = -32603;

  private final String context;

  /** Those of an application at a context path. */
  JettyErrorHandler(String context) {
    this.context = context.equals("/") ? "" : context;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    write(path(request), response, callback, status, "http_" + status, sentence(status));
    return true;
  }

  /** Refuses a request of a connection beyond the bound, and ends the connection. */
  static void refuseConnection(Request request, Response response, Callback callback) {
    refuseForNow(
        request,
        response,
        callback,
        "The server has as many connections, in all or from your address, as it takes;"
            + " --max-connections and --max-connections-per-address bound them.");
  }

  /**
   * Refuses a request that came while the server ends, and ends the connection. Another node that
   * has forwarded the request knows by the header that nobody has carried it out.
   */
  static void refuseAtEnd(Request request, Response response, Callback callback) {
    response.getHeaders().put("Parley-Stopping", "yes");
    refuseForNow(request, response, callback, "The server is stopping; try again in a second.");
  }

  private static void refuseForNow(
      Request request, Response response, Callback callback, String sentence) {
    response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
    write(
        request.getHttpURI().getPath(),
        response,
        callback,
        HttpStatus.SERVICE_UNAVAILABLE_503,
        "http_503",
        sentence);
  }

  /** Refuses a request that came without TLS, and ends the connection. */
  static void refusePlainHttp(Request request, Response response, Callback callback) {
    response.setStatus(HttpStatus.BAD_REQUEST_400);
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    write(
        request.getHttpURI().getPath(),
        response,
        callback,
        HttpStatus.BAD_REQUEST_400,
        "tls_only",
        "This port speaks TLS only: write https:// in the address.");
  }

  private String path(Request request) {
    String path = request.getHttpURI() == null ? null : request.getHttpURI().getPath();
    return path != null && path.startsWith(context) ? path.substring(context.length()) : "";
  }

  private static String sentence(int status) {
    return switch (status) {
      case HttpStatus.NOT_FOUND_404 -> "Nothing is served at this path.";
      case HttpStatus.METHOD_NOT_ALLOWED_405 -> "This path does not take this HTTP method.";
      case HttpStatus.URI_TOO_LONG_414 -> "The address is too long.";
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> "The headers are too large.";
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 -> "HTTP/1.1 is spoken here.";
      default ->
          status < HttpStatus.INTERNAL_SERVER_ERROR_500
              ? "The request is not one that HTTP allows here."
              : "The server failed on this request; its log says why.";
    };
  }

  private static void write(
      String path, Response response, Callback callback, int status, String code, String sentence) {
    String type;
    String body;
    if (path != null && path.startsWith("/api/")) {
      type = "application/problem+json";
      body =
          "{\"type\":\"about:blank\",\"status\":%d,\"detail\":\"%s\",\"code\":\"%s\"}"
              .formatted(status, sentence, code);
    } else if (path != null && path.startsWith("/mcp")) {
      type = "application/json";
      body =
          """
          {"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"%s",\
          "data":{"success":false,"error":"%s","code":"%s"}}}\
          """
              .formatted(
                  status < HttpStatus.INTERNAL_SERVER_ERROR_500
                      ? JSON_RPC_INVALID
                      : JSON_RPC_INTERNAL,
                  sentence,
                  sentence,
                  code);
    } else {
      type = "text/plain;charset=utf-8";
      body = sentence + "\n";
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.getHeaders().put("Content-Security-Policy", "default-src 'none'");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    response.write(true, ByteBuffer.wrap(bytes), callback);
  }
}
