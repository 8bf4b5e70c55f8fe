package dev.parley.agent;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The name an agent has in its workspace, also called its handle.
 *
 * @param value 1 to 64 characters: letters, digits, underscore, hyphen, dot; not beginning with a
 *     dot
 */
public record AgentId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public AgentId {
    InvalidArgument.unlessMatches(
        "agent",
        value,
        FORM,
        "1 to 64 letters, digits, underscores, hyphens or dots, not beginning with a dot");
  }

  @Override
  public String toString() {
    return value;
  }
}
