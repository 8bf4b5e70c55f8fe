package dev.parley.war.testing;

import java.net.http.HttpHeaders;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One HTTP answer, as it came. */
public record Reply(int status, HttpHeaders headers, String body) {
  static final JsonMapper JSON = new JsonMapper();

  /** The body as JSON; of an event stream the last event, which is the answer. */
  public JsonNode json() {
    return json(isEventStream() ? lastData() : body);
  }

  /** Whether it came as an event stream. */
  public boolean isEventStream() {
    return header("Content-Type").filter(type -> type.startsWith("text/event-stream")).isPresent();
  }

  private String lastData() {
    return body.lines()
        .filter(line -> line.startsWith("data: "))
        .reduce((before, last) -> last)
        .map(line -> line.substring("data: ".length()))
        .orElseThrow(() -> new AssertionError("no event in " + body));
  }

  /** The result of a JSON-RPC answer; fails where it is an error. */
  public JsonNode result() {
    JsonNode answer = json();
    if (!answer.has("result")) {
      throw new AssertionError("no result but HTTP " + status + " " + body);
    }
    return answer.get("result");
  }

  /** The error of a JSON-RPC answer; fails where it is a result. */
  public JsonNode error() {
    JsonNode answer = json();
    if (!answer.has("error")) {
      throw new AssertionError("no error but HTTP " + status + " " + body);
    }
    return answer.get("error");
  }

  /** One header. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }
}
