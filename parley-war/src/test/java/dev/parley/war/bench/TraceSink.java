package dev.parley.war.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;

/** A receiver of traces that accepts all and keeps none. */
final class TraceSink implements AutoCloseable {
  private final HttpServer server;
  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  TraceSink() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::accept);
    server.start();
  }

  private void accept(HttpExchange exchange) throws IOException {
    try (exchange) {
      bytes.add(exchange.getRequestBody().transferTo(OutputStream.nullOutputStream()));
      requests.increment();
      exchange.sendResponseHeaders(200, -1);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  long requests() {
    return requests.sum();
  }

  long bytes() {
    return bytes.sum();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
