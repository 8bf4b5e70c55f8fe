package dev.parley.chat.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.http.ChatHttp;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The documents of the API, whose fields may have any type where a person wrote them. */
final class MatrixJson {
  private MatrixJson() {}

  /** The text of a field; empty where it is missing or no text. */
  static String text(JsonNode document, String field) {
    JsonNode value = document.path(field);
    return value.isString() ? value.stringValue() : "";
  }

  /** An empty object. */
  static ObjectNode object() {
    return ChatHttp.JSON.createObjectNode();
  }

  /** The bytes of a document on the wire. */
  static int size(JsonNode document) {
    return document.toString().getBytes(UTF_8).length;
  }
}
