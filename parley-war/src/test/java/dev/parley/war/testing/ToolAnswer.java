package dev.parley.war.testing;

import tools.jackson.databind.JsonNode;

/**
 * What a tool answered: the fields and the same as text, which {@link RawMcp#tool} has compared.
 */
public record ToolAnswer(JsonNode fields, String text, boolean refused) {

  static ToolAnswer of(JsonNode result) {
    String text = result.at("/content/0/text").asString();
    JsonNode fields = result.path("structuredContent");
    if (!fields.toString().equals(text) || result.path("content").size() != 1) {
      throw new AssertionError("the text is not the structured content: " + result);
    }
    return new ToolAnswer(fields, text, result.path("isError").asBoolean());
  }

  /** A field's text. */
  public String get(String field) {
    if (!fields.has(field)) {
      throw new AssertionError("no " + field + " in " + text);
    }
    return fields.get(field).asString();
  }

  /** The code of a refusal; fails where it is none. */
  public String code() {
    if (!refused) {
      throw new AssertionError("not refused: " + text);
    }
    return get("code");
  }

  /** Itself, where it is no refusal. */
  public ToolAnswer accepted() {
    if (refused) {
      throw new AssertionError("refused: " + text);
    }
    return this;
  }
}
