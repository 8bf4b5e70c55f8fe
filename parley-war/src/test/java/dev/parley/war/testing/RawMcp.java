package dev.parley.war.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An MCP client that shows what is on the wire: it posts what it is given, checks nothing it is not
 * asked to, and hides no header. At most one session at a time.
 */
public final class RawMcp implements AutoCloseable {
  /** The newest protocol version with sessions. */
  public static final String VERSION = "2025-11-25";

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String BOTH = "application/json, text/event-stream";
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final URI endpoint;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private long lastId;
  private @Nullable EventStreamReader stream;

  private RawMcp(URI endpoint) {
    this.endpoint = endpoint;
  }

  /** A client that has not said anything yet. */
  public static RawMcp at(URI endpoint) {
    return new RawMcp(endpoint);
  }

  /** A client with a session and an open event stream. */
  public static RawMcp open(URI endpoint) {
    RawMcp client = at(endpoint).begin();
    client.listen();
    return client;
  }

  /** Sends a header with every request; an empty value sends it no more. */
  public RawMcp header(String name, String value) {
    if (value.isEmpty()) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
    return this;
  }

  /** Initializes with the newest version and says it is ready; fails where that is refused. */
  public RawMcp begin() {
    Reply reply = initialize(VERSION);
    reply.result();
    header("MCP-Protocol-Version", VERSION);
    int status = notify("notifications/initialized").status();
    if (status != 202) {
      throw new AssertionError("initialized was answered with " + status);
    }
    return this;
  }

  /** Asks for a session and keeps its id, if there is one. */
  public Reply initialize(String version) {
    ObjectNode params = Reply.JSON.createObjectNode().put("protocolVersion", version);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "raw").put("version", "1");
    Reply reply = call("initialize", params);
    reply.header("Mcp-Session-Id").ifPresent(id -> header("Mcp-Session-Id", id));
    return reply;
  }

  /** The id of its session; fails where there is none. */
  public String session() {
    return Objects.requireNonNull(headers.get("Mcp-Session-Id"), "no session");
  }

  /** Asks for a method, whose params may be a map, a JSON tree or null. */
  public Reply call(String method, @Nullable Object params) {
    ObjectNode message = message(method, params);
    message.put("id", ++lastId);
    return post(message.toString());
  }

  /** Tells something that has no answer. */
  public Reply notify(String method) {
    return notify(method, null);
  }

  /** Sends a notification, whose params may be a map, a JSON tree or null. */
  public Reply notify(String method, @Nullable Object params) {
    return post(message(method, params).toString());
  }

  /** Calls off the request that was made last. */
  public Reply cancel() {
    ObjectNode params = Reply.JSON.createObjectNode().put("requestId", lastId);
    return post(message("notifications/cancelled", params).toString());
  }

  /** Calls a tool with names and values in turn. */
  public ToolAnswer tool(String name, Object... namesAndValues) {
    return ToolAnswer.of(call("tools/call", toolParams(name, namesAndValues)).result());
  }

  /** Calls a tool and returns with the head of the reply, whose body is read as it comes. */
  public OpenCall toolOpened(String name, Object... namesAndValues) {
    return OpenCall.of(awaited("POST", asking(name, namesAndValues, BodyHandlers.ofInputStream())));
  }

  /** Calls a tool without waiting; {@code opened} is told of the head of the reply. */
  public CompletableFuture<ToolAnswer> toolLater(
      Runnable opened, String name, Object... namesAndValues) {
    BodyHandler<String> handler =
        head -> {
          opened.run();
          return BodySubscribers.ofString(StandardCharsets.UTF_8);
        };
    return asking(name, namesAndValues, handler)
        .thenApply(
            reply ->
                ToolAnswer.of(
                    new Reply(reply.statusCode(), reply.headers(), reply.body()).result()));
  }

  private <B> CompletableFuture<HttpResponse<B>> asking(
      String tool, Object[] namesAndValues, BodyHandler<B> handler) {
    ObjectNode message = message("tools/call", toolParams(tool, namesAndValues));
    message.put("id", ++lastId);
    return TestCertificates.http(endpoint, HTTP)
        .sendAsync(request("POST", BodyPublishers.ofString(message.toString()), BOTH), handler);
  }

  private static ObjectNode toolParams(String name, Object... namesAndValues) {
    ObjectNode arguments = Reply.JSON.createObjectNode();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.set((String) namesAndValues[i], Reply.JSON.valueToTree(namesAndValues[i + 1]));
    }
    ObjectNode params = Reply.JSON.createObjectNode().put("name", name);
    params.set("arguments", arguments);
    return params;
  }

  /** Posts a body, whatever it is. */
  public Reply post(String body) {
    return post(body.getBytes(StandardCharsets.UTF_8));
  }

  /** Posts a body, whatever it is. */
  public Reply post(byte[] body) {
    return send("POST", BodyPublishers.ofByteArray(body), BOTH);
  }

  /** Posts a body, naming only these types of answers. */
  public Reply postAccepting(String types, String body) {
    return send("POST", BodyPublishers.ofString(body), types);
  }

  /** Ends the session. */
  public Reply delete() {
    return send("DELETE", BodyPublishers.noBody(), "application/json");
  }

  /** Gets the address once, without waiting for events. */
  public Reply get() {
    return send("GET", BodyPublishers.noBody(), BOTH);
  }

  /** Opens the event stream; one that is open is left as it is. */
  public EventStreamReader listen() {
    return listen(null);
  }

  /** Opens the event stream, having received up to {@code lastEventId}. */
  public EventStreamReader listen(@Nullable Object lastEventId) {
    Map<String, String> asked = new LinkedHashMap<>(headers);
    asked.put("Accept", "text/event-stream");
    if (lastEventId != null) {
      asked.put("Last-Event-ID", lastEventId.toString());
    }
    stream = EventStreamReader.open(endpoint, asked);
    return stream;
  }

  /** The event stream opened last. */
  public EventStreamReader stream() {
    return Objects.requireNonNull(stream, "no stream");
  }

  /** Closes the stream; the session is not ended. */
  @Override
  public void close() {
    if (stream != null) {
      stream.cut();
    }
  }

  private static ObjectNode message(String method, @Nullable Object params) {
    ObjectNode message = Reply.JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    if (params != null) {
      message.set("params", Reply.JSON.valueToTree(params));
    }
    return message;
  }

  private Reply send(String method, BodyPublisher body, String accept) {
    HttpResponse<String> reply =
        awaited(
            method,
            TestCertificates.http(endpoint, HTTP)
                .sendAsync(request(method, body, accept), BodyHandlers.ofString()));
    return new Reply(reply.statusCode(), reply.headers(), reply.body());
  }

  private HttpRequest request(String method, BodyPublisher body, String accept) {
    HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).method(method, body);
    request.header("Accept", accept);
    if (method.equals("POST")) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::setHeader);
    return request.build();
  }

  private <B> HttpResponse<B> awaited(String method, CompletableFuture<HttpResponse<B>> asked) {
    try {
      return asked.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      asked.cancel(true);
      throw new AssertionError(method + " " + endpoint + " was not answered: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
