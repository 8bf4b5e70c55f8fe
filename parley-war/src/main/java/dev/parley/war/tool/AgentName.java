package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.war.wire.JsonTypes;
import java.util.Map;

/** Agents as arguments name them. */
final class AgentName {
  private AgentName() {}

  static AgentId of(String text) {
    return AgentId.of(text);
  }

  static Map<String, Object> schema(String description) {
    return JsonTypes.pattern(AgentId.PATTERN, description);
  }
}
