package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A server on a loopback port that answers doctor as Parley does, and badly on demand. Each field
 * is one way to break it.
 */
final class FakeParley implements AutoCloseable {
  static final String TOKEN = "token-of-the-test";

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "fake-parley");
            thread.setDaemon(true);
            return thread;
          });
  private final CountDownLatch closed = new CountDownLatch(1);

  volatile boolean wantsToken = true;

  /** True if the token is a credential of the server, for the name alice alone. */
  volatile boolean tokenIsForAlice;

  /** The answer to such a token where no session is named. */
  volatile int credentialStatus = 400;

  volatile boolean knowsHost = true;
  volatile String redirect = "";
  volatile String health =
      "\"status\":\"up\",\"database\":{\"reachable\":true,\"product\":\"H2\"},"
          + "\"bus\":{\"durable\":\"database\",\"reachable\":true}";
  volatile String version = "9.9.1";
  volatile boolean healthHasVersion = true;
  volatile String time = "2026-11-24T12:00:00Z";
  volatile String protocol = "2025-11-25";
  volatile boolean opensSessions = true;
  volatile boolean hasStream = true;
  volatile boolean streamsAtOnce = true;
  volatile boolean agentIsThere = true;
  volatile String hooked = "\"hooked\":true,\"hook_age_ms\":1200";
  volatile String wakeTest =
      "{\"result\":{\"structuredContent\":{\"reached\":true,\"by\":\"hook\",\"millis\":12,"
          + "\"state\":\"proven\",\"hint\":\"\"}}}";

  FakeParley() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException busy) {
      throw new UncheckedIOException(busy);
    }
    server.setExecutor(threads);
    server.createContext("/health", this::health);
    server.createContext("/mcp", this::mcp);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  private void health(HttpExchange exchange) throws IOException {
    if (!redirect.isEmpty()) {
      exchange.getResponseHeaders().add("Location", redirect);
      answer(exchange, 302, "");
      return;
    }
    if (!knowsHost) {
      answer(exchange, 403, "{\"error\":{\"data\":{\"code\":\"foreign_host\"}}}");
      return;
    }
    String secret =
        isAdmitted(exchange) && !tokenIsForAlice && healthHasVersion
            ? ",\"version\":\"" + version + "\""
            : "";
    int status = health.contains("\"down\"") ? 503 : 200;
    answer(exchange, status, "{" + health + ",\"time\":\"" + time + "\"" + secret + "}");
  }

  private boolean isAdmitted(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return !wantsToken || ("Bearer " + TOKEN).equals(shown);
  }

  private void mcp(HttpExchange exchange) throws IOException {
    if (!isAdmitted(exchange)) {
      answer(exchange, 401, "{\"error\":{\"data\":{\"code\":\"unauthorized\"}}}");
    } else if (exchange.getRequestMethod().equals("GET")
        && (tokenIsForAlice || !exchange.getRequestHeaders().containsKey("Mcp-Session-Id"))) {
      answer(exchange, credentialStatus, "{}");
    } else if (exchange.getRequestMethod().equals("GET")) {
      stream(exchange);
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      answer(exchange, 200, "");
    } else {
      post(exchange, new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    }
  }

  private void post(HttpExchange exchange, String body) throws IOException {
    if (tokenIsForAlice) {
      answer(
          exchange,
          200,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"not that name\","
              + "\"data\":{\"code\":\"permission_denied\",\"field\":\"Parley-Agent\"}}}");
    } else if (body.contains("\"method\":\"initialize\"")) {
      exchange.getResponseHeaders().add("Mcp-Session-Id", "s1");
      answer(
          exchange,
          200,
          opensSessions
              ? "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\""
                  + protocol
                  + "\",\"serverInfo\":{\"name\":\"parley\",\"version\":\""
                  + version
                  + "\"}}}"
              : "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"full\"}}");
    } else if (body.contains("parley/wake")) {
      answer(
          exchange,
          200,
          "{\"result\":{\"wake\":false,\"absent\":" + !agentIsThere + "," + hooked + "}}");
    } else if (body.contains("wake_test")) {
      answer(exchange, 200, wakeTest);
    } else {
      answer(exchange, 202, "");
    }
  }

  private void stream(HttpExchange exchange) throws IOException {
    if (!hasStream) {
      answer(exchange, 405, "");
      return;
    }
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().add("Via", "1.1 proxy.example");
    exchange.sendResponseHeaders(200, 0);
    try (exchange) {
      if (streamsAtOnce) {
        exchange.getResponseBody().write(":\n\n".getBytes(UTF_8));
      }
      exchange.getResponseBody().flush();
      closed.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
