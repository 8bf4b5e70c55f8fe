package dev.parley.war.wire;

import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Reads lists out of what the tools of the board answer. */
final class Teamwork {
  private Teamwork() {}

  static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).toList();
  }

  static List<String> texts(JsonNode array, String field) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(row -> row.get(field).asString())
        .toList();
  }
}
