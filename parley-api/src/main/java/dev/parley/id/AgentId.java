package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The name of an agent in its workspace, also called its handle. Every tool and header accepts the
 * names {@link #of} accepts. The constructor also accepts names that begin with an underscore or a
 * hyphen: earlier versions allowed them, so a database may contain them.
 *
 * @param value 1 to 64 characters: letters, digits, underscore, hyphen, dot; not beginning with a
 *     dot
 */
public record AgentId(String value) {
  /** The form of an agent's name: 1 to 64 characters, beginning with a letter or digit. */
  public static final String PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

  /** The maximum length of a name in characters. */
  public static final int MAX_LENGTH = 64;

  private static final Pattern FORM = Pattern.compile(PATTERN);
  private static final Pattern STORED_FORM = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public AgentId {
    InvalidArgument.unlessMatches(
        "agent",
        value,
        STORED_FORM,
        "1 to 64 letters, digits, underscores, hyphens or dots, not beginning with a dot");
  }

  /** Returns the agent {@code name}; refused with {@code invalid_argument} in any other form. */
  public static AgentId of(String name) {
    InvalidArgument.unlessMatches(
        "agent",
        name,
        FORM,
        "1 to 64 letters, digits, dots, underscores or hyphens, beginning with a letter or digit");
    return new AgentId(name);
  }

  @Override
  public String toString() {
    return value;
  }
}
