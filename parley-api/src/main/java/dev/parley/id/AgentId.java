package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The name an agent has in its workspace, also called its handle. Every tool and header takes the
 * same names, which {@link #of} makes. The constructor also takes names that begin with an
 * underscore or a hyphen: earlier versions allowed them, so a database may hold them.
 *
 * @param value 1 to 64 characters: letters, digits, underscore, hyphen, dot; not beginning with a
 *     dot
 */
public record AgentId(String value) {
  /** The form of an agent's name: 1 to 64 characters, beginning with a letter or digit. */
  public static final String PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

  /** The most characters a name has. */
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

  /** The agent {@code name}; refused with {@code invalid_argument} where it has not the form. */
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
