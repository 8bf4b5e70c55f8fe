package dev.parley.war.clients;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request of a client that asked its model for a step.
 *
 * @param nanos when it had arrived
 * @param body the whole request
 */
record ModelRequest(long nanos, JsonNode body) {
  private static final int SHOWN = 420;

  /** Returns the times {@code words} occur in what was said so far, and in what tools answered. */
  int count(String words) {
    String all = conversation().toString();
    int count = 0;
    for (int at = all.indexOf(words); at >= 0; at = all.indexOf(words, at + 1)) {
      count++;
    }
    return count;
  }

  /** Returns the part of the request that holds {@code words}, cut to one line. */
  Optional<String> part(String words) {
    for (JsonNode message : conversation()) {
      if (message.toString().contains(words)) {
        return Optional.of(shown(innermost(message, words), message, words));
      }
    }
    return Optional.empty();
  }

  /** Returns the last message, for a failure that has to say what was there instead. */
  String last() {
    JsonNode all = conversation();
    return all.isEmpty() ? body.toString() : all.get(all.size() - 1).toString();
  }

  private JsonNode conversation() {
    @Nullable JsonNode found = null;
    for (String name : ModelWire.CONVERSATION) {
      found = found == null ? body.get(name) : found;
    }
    return Objects.requireNonNull(found, "no conversation in the request");
  }

  private static JsonNode innermost(JsonNode node, String words) {
    for (JsonNode child : node) {
      if (child.isContainer() && child.toString().contains(words)) {
        return innermost(child, words);
      }
    }
    return node;
  }

  private static String shown(JsonNode part, JsonNode message, String words) {
    String role = message.path("role").asString(message.path("type").asString(""));
    String text = part.toString();
    int at = text.indexOf(words);
    int from = Math.max(0, Math.min(at - SHOWN + 80, text.length() - SHOWN));
    int to = Math.min(text.length(), from + SHOWN);
    return role
        + ": "
        + (from > 0 ? "…" : "")
        + text.substring(from, to)
        + (to < text.length() ? "…" : "");
  }
}
