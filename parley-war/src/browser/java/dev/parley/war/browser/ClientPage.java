package dev.parley.war.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The site of an OAuth client at {@code 127.0.0.1}, with a link to the authorization server and the
 * address the browser is sent back to.
 */
final class ClientPage implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<Map<String, String>> sentBack = new LinkedBlockingQueue<>();
  private volatile String link = "";

  private ClientPage(HttpServer server) {
    this.server = server;
  }

  static ClientPage start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ClientPage page = new ClientPage(server);
      server.createContext("/", page::link);
      server.createContext("/callback", page::takeBack);
      server.start();
      return page;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The address of its page. */
  String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  String callback() {
    return base() + "/callback";
  }

  /** Shows a link to this address from now on. */
  void linkTo(String address) {
    link = address;
  }

  /** Returns the parameters of the one time that a browser was sent back since the last call. */
  Map<String, String> sentBack() {
    Map<String, String> parameters = sentBack.poll();
    if (parameters == null || !sentBack.isEmpty()) {
      throw new AssertionError("sent back not once: " + parameters + ", " + sentBack);
    }
    return parameters;
  }

  private void link(HttpExchange exchange) throws IOException {
    answer(exchange, "<a href=\"" + link.replace("&", "&amp;") + "\">Connect</a>");
  }

  private void takeBack(HttpExchange exchange) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : exchange.getRequestURI().getRawQuery().split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    sentBack.add(parameters);
    answer(exchange, "<p>Back at the client</p>");
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    byte[] html =
        ("<!DOCTYPE html><html lang=\"en\"><title>Client</title>" + body)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
    exchange.sendResponseHeaders(200, html.length);
    exchange.getResponseBody().write(html);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
