package dev.parley.war.testing;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One server-sent event.
 *
 * @param id its id; empty where it has none
 * @param data its data, of one line
 * @param lines all its lines as they came, without the blank one that ended it
 */
public record PushedEvent(String id, String data, List<String> lines) {

  static PushedEvent of(List<String> lines) {
    String id = "";
    List<String> data = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      if (field.equals("id")) {
        id = value;
      } else if (field.equals("data")) {
        data.add(value);
      }
    }
    return new PushedEvent(id, String.join("\n", data), List.copyOf(lines));
  }

  /** Its data as JSON: a JSON-RPC message. */
  public JsonNode json() {
    return Reply.json(data);
  }

  /** What a channel push says. */
  public String content() {
    return json().at("/params/content").asString();
  }

  /** One entry of a channel push's meta; empty where it is absent. */
  public String meta(String key) {
    return json().at("/params/meta/" + key).asString();
  }

  /** Its position in its room. */
  public long seq() {
    return Long.parseLong(meta("seq"));
  }

  /** Whether it tells of lost messages. */
  public boolean isOverflow() {
    return meta("code").equals("ReplayBufferOverflowError");
  }
}
