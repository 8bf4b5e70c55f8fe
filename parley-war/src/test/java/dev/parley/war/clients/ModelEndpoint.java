package dev.parley.war.clients;

import static dev.parley.war.testing.Eventually.eventually;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.war.clients.ModelWire.OfferedTool;
import dev.parley.war.clients.ModelWire.Say;
import dev.parley.war.clients.ModelWire.Step;
import dev.parley.war.clients.ModelWire.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stand-in for the endpoint of a model. Its model does what the last words of the user say:
 * {@code CALL tool {json} ENDCALL} makes it call that tool, and anything else is answered with a
 * text. It logs every request, which is the proof of what reached the model.
 */
final class ModelEndpoint implements AutoCloseable {
  private static final Duration BOUND = Duration.ofSeconds(40);
  private static final Pattern CALL = Pattern.compile("CALL (\\S+) (\\{.*?}) ENDCALL");

  private final ModelWire wire;
  private final Path log;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<ModelRequest> requests = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private final Deque<Hold> free = new ArrayDeque<>();
  private int answered;
  private int calls;

  /** A request whose answer the model holds back. */
  static final class Hold {
    private final CompletableFuture<ModelRequest> arrived = new CompletableFuture<>();
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();

    /** Waits for the request. */
    ModelRequest request() {
      eventually("the model is asked", BOUND, arrived::isDone);
      return arrived.join();
    }

    /** Lets the model answer. */
    void release() {
      released.complete(true);
    }
  }

  private ModelEndpoint(ModelWire wire, Path log, HttpServer server) {
    this.wire = wire;
    this.log = log;
    this.server = server;
  }

  /**
   * Starts one on a free port of loopback.
   *
   * @param log the file that gets every request, one a line
   */
  static ModelEndpoint start(ModelWire wire, Path log) {
    try {
      Files.createDirectories(log.getParent());
      Files.deleteIfExists(log);
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ModelEndpoint endpoint = new ModelEndpoint(wire, log, server);
      server.createContext("/", endpoint::handle);
      server.setExecutor(endpoint.threads);
      server.start();
      return endpoint;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns its address, for example {@code http://127.0.0.1:40123}. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Holds back the answer to the next request that no other hold waits for. */
  synchronized Hold holdNext() {
    Hold hold = new Hold();
    holds.add(hold);
    free.add(hold);
    return hold;
  }

  /** Returns the number of requests for a step until now. */
  synchronized int count() {
    return requests.size();
  }

  /** Returns the number of tools that the model has called until now. */
  synchronized int calls() {
    return calls;
  }

  /** Returns the requests for a step, the first ones left out. */
  synchronized List<ModelRequest> requestsFrom(int first) {
    return List.copyOf(requests.subList(first, requests.size()));
  }

  /** Returns true if every request has its answer. */
  synchronized boolean isAtRest() {
    return answered == requests.size();
  }

  /** Waits for a request that holds these words. */
  ModelRequest awaitHolding(String words) {
    return await("the model is shown '" + words + "'", request -> request.count(words) > 0);
  }

  private ModelRequest await(String what, Predicate<ModelRequest> wanted) {
    eventually(what + "; " + log, BOUND, () -> first(wanted).isPresent());
    return first(wanted).orElseThrow();
  }

  private synchronized Optional<ModelRequest> first(Predicate<ModelRequest> wanted) {
    return requests.stream().filter(wanted).findFirst();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String text =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).strip();
    String path = exchange.getRequestURI().getPath();
    JsonNode body = ModelWire.JSON.readTree(text.startsWith("{") ? text : "{}");
    note(exchange, body);
    if (!wire.asksForStep(path, body)) {
      wire.answerOther(exchange);
      return;
    }
    ModelRequest request = new ModelRequest(System.nanoTime(), body);
    Hold hold;
    int number;
    synchronized (this) {
      requests.add(request);
      number = requests.size();
      hold = free.poll();
    }
    if (hold != null) {
      hold.arrived.complete(request);
      hold.released.join();
    }
    Step step = step(body, number);
    synchronized (this) {
      calls += step instanceof Use ? 1 : 0;
    }
    wire.answer(exchange, body, step, number);
    synchronized (this) {
      answered++;
    }
  }

  private synchronized void note(HttpExchange exchange, JsonNode body) throws IOException {
    ObjectNode line = ModelWire.JSON.createObjectNode().put("at", System.currentTimeMillis());
    line.put("method", exchange.getRequestMethod())
        .put("path", exchange.getRequestURI().toString());
    line.set("body", body);
    Files.writeString(log, line + "\n", CREATE, APPEND);
  }

  private Step step(JsonNode body, int number) {
    Say say = new Say("Stand-in reply " + number + ".");
    String prompt = wire.prompt(body).orElse("").replace("\\\"", "\"");
    Matcher call = CALL.matcher(prompt);
    Step step = say;
    while (call.find()) {
      ObjectNode arguments = (ObjectNode) ModelWire.JSON.readTree(call.group(2));
      step = tool(body, call.group(1)).<Step>map(tool -> new Use(tool, arguments)).orElse(say);
    }
    return step;
  }

  /** Returns the tool of that name, whatever the client puts before it. */
  private Optional<OfferedTool> tool(JsonNode body, String name) {
    return wire.tools(body).stream()
        .filter(tool -> tool.name().equals(name) || tool.name().endsWith("_" + name))
        .findFirst();
  }

  @Override
  public void close() {
    synchronized (this) {
      holds.forEach(Hold::release);
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
