package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.war.wire.JsonTypes;

/** Agents as arguments name them. */
final class AgentName {
  private AgentName() {}

  /** An agent that must be named. */
  static Param<AgentId> required(String name, String description) {
    return optional(name, description).asRequired();
  }

  /** An agent that may be named. */
  static Param<AgentId> optional(String name, String description) {
    return Param.optional(name, AgentId::of, JsonTypes.pattern(AgentId.PATTERN, description));
  }
}
