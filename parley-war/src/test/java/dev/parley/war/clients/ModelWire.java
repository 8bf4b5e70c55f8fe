package dev.parley.war.clients;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The protocol between a client and the endpoint of its model. */
interface ModelWire {
  JsonMapper JSON = new JsonMapper();

  /** The form of {@code message} that carries what the user, a tool or a hook said. */
  List<String> CONVERSATION = List.of("messages", "input", "contents");

  /**
   * A tool that a request offers to the model.
   *
   * @param namespace its group, where the protocol has groups
   */
  record OfferedTool(@Nullable String namespace, String name) {}

  /** The next step of the model. */
  sealed interface Step {}

  /** The model ends its turn with a text. */
  record Say(String text) implements Step {}

  /** The model calls a tool. */
  record Use(OfferedTool tool, ObjectNode arguments) implements Step {}

  /** Returns true if the request asks the model for the next step of a turn. */
  boolean asksForStep(String path, JsonNode body);

  /** Returns the tools that a request offers. */
  List<OfferedTool> tools(JsonNode body);

  /** Returns the text the user said last; empty where a tool has answered since. */
  Optional<String> prompt(JsonNode body);

  /** Answers a request for a step; {@code number} makes ids unique. */
  void answer(HttpExchange exchange, JsonNode body, Step step, int number) throws IOException;

  /** Answers any other request. */
  void answerOther(HttpExchange exchange) throws IOException;

  /** Writes a whole answer. */
  static void write(HttpExchange exchange, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(200, -1);
    } else {
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  /** Writes an answer of JSON. */
  static void writeJson(HttpExchange exchange, JsonNode json) throws IOException {
    write(exchange, "application/json", json.toString());
  }

  /** Writes an answer of server-sent events, each named after its field {@code type}. */
  static void writeEvents(HttpExchange exchange, List<ObjectNode> events) throws IOException {
    StringBuilder text = new StringBuilder(1024);
    for (ObjectNode event : events) {
      text.append("event: ").append(event.get("type").asString()).append('\n');
      text.append("data: ").append(event).append("\n\n");
    }
    write(exchange, "text/event-stream", text.toString());
  }

  /** Parses JSON that a test writes with single quotes. */
  static ObjectNode json(String text) {
    return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
  }
}
