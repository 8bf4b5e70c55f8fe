package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.problem.InvalidArgument;
import java.util.Map;
import java.util.regex.Pattern;

/** The form in which the tools of the board name agents, narrower than that of all agents. */
final class AgentName {
  private static final int MAX_LENGTH = 64;
  private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  private AgentName() {}

  static AgentId of(String text) {
    InvalidArgument.unlessMatches(
        "agent_id", text, FORM, "1 to 64 letters, digits, underscores or hyphens");
    return new AgentId(text);
  }

  static Map<String, Object> schema(String description) {
    Map<String, Object> schema = Property.pattern("^[a-zA-Z0-9_-]+$", description);
    schema.put("maxLength", MAX_LENGTH);
    return schema;
  }
}
