package dev.parley.war.testing;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client that spawned the bridge, {@code java -jar parley.war mcp}, and talks to its stdin. */
public final class BridgeClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final List<JsonNode> lines = new CopyOnWriteArrayList<>();
  private JsonNode initialized = JSON.createObjectNode();
  private int calls;

  private BridgeClient(Process process) {
    this.process = process;
    Thread reader =
        new Thread(
            () -> process.inputReader(StandardCharsets.UTF_8).lines().forEach(this::heard),
            "bridge-client");
    reader.setDaemon(true);
    reader.start();
  }

  /** Spawns a bridge to {@code server} with these options and initialises. */
  public static BridgeClient to(URI server, String... options) {
    return in(Map.of(), server, options);
  }

  /** Spawns a bridge that finds {@code environment} beside the usual one. */
  public static BridgeClient in(Map<String, String> environment, URI server, String... options) {
    List<String> words = new ArrayList<>(List.of("mcp", "--url", server.toString()));
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(WarCommand.of(List.of(), words));
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      BridgeClient client = new BridgeClient(builder.start());
      client.initialized =
          client.call(
              "initialize",
              JSON.readTree(
                  """
              {"protocolVersion": "2025-11-25", "capabilities": {},
               "clientInfo": {"name": "test", "version": "1"}}
              """));
      client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What {@code initialize} was answered with, the whole message. */
  public JsonNode initialized() {
    return initialized;
  }

  /** Calls a tool and answers with its structured content. */
  public JsonNode tool(String name, String... namesAndValues) {
    ObjectNode params = JSON.createObjectNode().put("name", name);
    ObjectNode arguments = params.putObject("arguments");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return call("tools/call", params).path("result").path("structuredContent");
  }

  /** Calls a tool as a part of the trace of a {@code traceparent}. */
  public JsonNode toolInTrace(String traceparent, String name, Map<String, String> arguments) {
    ObjectNode params = JSON.createObjectNode().put("name", name);
    params.set("arguments", JSON.valueToTree(arguments));
    params.putObject("_meta").put("traceparent", traceparent);
    return call("tools/call", params).path("result").path("structuredContent");
  }

  /** Calls a tool without arguments and answers with the whole message, be it an error or not. */
  public String answerOf(String tool) {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.putObject("arguments");
    return call("tools/call", params).toString();
  }

  /** Calls the tool of hooks, as a hook of a client does; answers what the hook prints. */
  public String hook(String event) {
    ObjectNode params = JSON.createObjectNode().put("name", "hook_event");
    params.putObject("arguments").put("event", event);
    return call("tools/call", params).at("/result/content/0/text").asString();
  }

  /** Calls a tool, lets {@code meanwhile} run, and calls it off. */
  public void toolCancelled(String name, Runnable meanwhile) {
    int id = nextId();
    ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id);
    request.put("method", "tools/call").putObject("params").put("name", name);
    write(request.toString());
    meanwhile.run();
    ObjectNode off = JSON.createObjectNode().put("jsonrpc", "2.0");
    off.put("method", "notifications/cancelled").putObject("params").put("requestId", id);
    write(off.toString());
  }

  /** Sends a notification. */
  public void notify(String method, Map<String, String> params) {
    ObjectNode notification = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    ObjectNode fields = notification.putObject("params");
    params.forEach(fields::put);
    write(notification.toString());
  }

  /** The params of the notifications of a method so far. */
  public List<JsonNode> notified(String method) {
    return lines.stream()
        .filter(line -> line.path("method").asString().equals(method))
        .map(line -> line.path("params"))
        .toList();
  }

  /** The pushes so far whose {@code meta} has this member. */
  public List<JsonNode> pushes(String metaMember) {
    return notified("notifications/claude/channel").stream()
        .filter(push -> push.path("meta").has(metaMember))
        .toList();
  }

  /** Its process. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Ends its input; answers the exit code. */
  public int ended() throws InterruptedException, IOException {
    process.getOutputStream().close();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private JsonNode call(String method, JsonNode params) {
    int id = nextId();
    ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id);
    request.put("method", method).set("params", params);
    write(request.toString());
    eventually(method + " answered", () -> answer(id) != null);
    return answer(id);
  }

  private synchronized int nextId() {
    return ++calls;
  }

  private JsonNode answer(int id) {
    return lines.stream()
        .filter(line -> line.has("id") && line.path("id").asInt() == id)
        .findFirst()
        .orElse(null);
  }

  private synchronized void write(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void heard(String line) {
    try {
      lines.add(JSON.readTree(line));
    } catch (JacksonException e) {
      throw new AssertionError("not JSON on stdout: " + line, e);
    }
  }
}
