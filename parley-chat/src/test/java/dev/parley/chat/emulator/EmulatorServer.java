package dev.parley.chat.emulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.chat.emulator.Faults.Fault;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP server on the loopback with one function for all requests, which makes the faults of
 * requests. Each request has a thread of its own, so long polls may wait.
 */
public final class EmulatorServer implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static {
    // or each answer waits 40 ms for the acknowledgement of its head
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** A request. Paths are decoded; of a field that comes twice, the last one counts. */
  public record Request(
      String method, String path, Map<String, String> query, Headers headers, String body) {

    /** The body as JSON; an empty object where it is none. */
    public JsonNode json() {
      return body.isEmpty() ? JSON.createObjectNode() : JSON.readTree(body);
    }

    /** The fields of a form, urlencoded or multipart, or else those of the query. */
    public Map<String, String> form() {
      String type = header("Content-Type").orElse("");
      if (type.startsWith("multipart/form-data")) {
        return multipart(type.substring(type.indexOf("boundary=") + "boundary=".length()));
      }
      Map<String, String> fields = new LinkedHashMap<>(query);
      fields.putAll(fields(body));
      return fields;
    }

    private Map<String, String> multipart(String boundary) {
      Map<String, String> fields = new LinkedHashMap<>(query);
      for (String part : body.split("--" + Pattern.quote(boundary), -1)) {
        int name = part.indexOf("name=\"");
        int begin = part.indexOf("\r\n\r\n");
        if (name >= 0 && begin >= 0) {
          int from = name + "name=\"".length();
          fields.put(
              part.substring(from, part.indexOf('"', from)),
              part.substring(begin + 4, part.length() - 2));
        }
      }
      return fields;
    }

    /** The value of a header. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.getFirst(name));
    }
  }

  /** An answer. */
  public record Response(int status, Map<String, String> headers, String body) {
    /** Status 200 and a JSON document. */
    public static Response ok(JsonNode document) {
      return of(200, document);
    }

    /** A JSON document with a status. */
    public static Response of(int status, JsonNode document) {
      return new Response(status, Map.of("Content-Type", "application/json"), document.toString());
    }

    /** The same with one more header. */
    public Response with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Response(status, more, body);
    }
  }

  /** The function of an emulator. */
  @FunctionalInterface
  public interface Service {
    /** Answers a request. */
    Response answer(Request request) throws Exception;
  }

  /** How the system limits rates. */
  @FunctionalInterface
  public interface Limit {
    /** The answer with status 429; with the header of the system or without. */
    Response answer(boolean withHeader);
  }

  private final Faults faults;
  private final Service service;
  private final Limit limit;
  private final Predicate<Request> isFaulty;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final int port;
  private HttpServer server;
  private volatile boolean isAway;

  /**
   * A server that runs.
   *
   * @param isFaulty the requests that faults may hit
   */
  public EmulatorServer(Faults faults, Predicate<Request> isFaulty, Limit limit, Service service) {
    this.faults = faults;
    this.service = service;
    this.limit = limit;
    this.isFaulty = isFaulty;
    this.server = started(0);
    this.port = server.getAddress().getPort();
  }

  private HttpServer started(int at) {
    try {
      HttpServer made =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 100);
      made.setExecutor(threads);
      made.createContext("/", this::handle);
      made.start();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address without a slash at its end. */
  public String address() {
    return "http://127.0.0.1:" + port;
  }

  /** Cuts every request from now on, or answers again. */
  public void away(boolean away) {
    isAway = away;
  }

  private void handle(HttpExchange exchange) throws IOException {
    faults.countRequest();
    try (exchange) {
      Request request =
          new Request(
              exchange.getRequestMethod(),
              exchange.getRequestURI().getPath(),
              fields(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("")),
              exchange.getRequestHeaders(),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      boolean faulty = isFaulty.test(request);
      if (isAway || (faulty && faults.isDue(Fault.CUT_BEFORE))) {
        return;
      }
      if (faulty && faults.isDue(Fault.LIMIT)) {
        write(exchange, limit.answer(true), false);
      } else if (faulty && faults.isDue(Fault.LIMIT_WITHOUT_HEADER)) {
        write(exchange, limit.answer(false), false);
      } else if (faulty && faults.isDue(Fault.SERVER_ERROR)) {
        write(exchange, new Response(502, Map.of(), "<html>Bad gateway</html>"), false);
      } else {
        serve(exchange, request, faulty);
      }
    } catch (RuntimeException e) {
      throw new IOException(e);
    }
  }

  private void serve(HttpExchange exchange, Request request, boolean faulty) throws IOException {
    Response response;
    try {
      response = service.answer(request);
    } catch (Exception e) {
      response = new Response(500, Map.of(), String.valueOf(e));
    }
    if (isAway || (faulty && faults.isDue(Fault.CUT_AFTER))) {
      return;
    }
    if (faulty && faults.isDue(Fault.SERVER_ERROR_AFTER)) {
      write(exchange, new Response(500, Map.of(), "{}"), false);
    } else {
      write(exchange, response, faulty && faults.isDue(Fault.TRUNCATED));
    }
  }

  private static void write(HttpExchange exchange, Response response, boolean cut)
      throws IOException {
    byte[] body = response.body().getBytes(UTF_8);
    response.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      OutputStream out = exchange.getResponseBody();
      out.write(body, 0, cut ? body.length / 2 : body.length);
      out.flush();
    }
  }

  private static Map<String, String> fields(String encoded) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : encoded.split("&", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(
            URLDecoder.decode(field.substring(0, equals), UTF_8),
            URLDecoder.decode(field.substring(equals + 1), UTF_8));
      }
    }
    return fields;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
