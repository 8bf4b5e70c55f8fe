package dev.parley.credential;

import dev.parley.id.AgentId;
import dev.parley.problem.InvalidArgument;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names a credential may act as: one name, {@code alice}; a name and all below it, {@code
 * alice.*}, which means {@code alice}, {@code alice.fe} and {@code alice.fe.2}; or every name,
 * {@code *}.
 *
 * @param value a name as {@link AgentId#of} accepts it, a name and {@code .*}, or {@code *}
 */
public record NamePattern(String value) {
  private static final String BELOW = ".*";
  private static final Pattern FORM =
      Pattern.compile("\\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63}(\\.\\*)?");

  /** Every name. */
  public static final NamePattern ANY = new NamePattern("*");

  /** The maximum length in characters. */
  public static final int MAX_LENGTH = AgentId.MAX_LENGTH + 2;

  /** Checks the form; refused with {@code invalid_argument}. */
  public NamePattern {
    InvalidArgument.unlessMatches(
        "names", value, FORM, "an agent name, a name followed by .*, or * for every name");
  }

  /** Returns true if {@code agent} is one of the names. Case counts. */
  public boolean matches(AgentId agent) {
    String name = agent.value();
    if (value.equals("*") || value.equals(name)) {
      return true;
    }
    String stem = stem();
    return value.endsWith(BELOW) && (name.equals(stem) || name.startsWith(stem + "."));
  }

  /** Returns the name of a holder that gives none; empty where every name is allowed. */
  public Optional<AgentId> usual() {
    return value.equals("*") ? Optional.empty() : Optional.of(new AgentId(stem()));
  }

  /** Returns true if it is one name alone. */
  public boolean isOneName() {
    return !value.endsWith("*");
  }

  private String stem() {
    return value.endsWith(BELOW) ? value.substring(0, value.length() - BELOW.length()) : value;
  }

  @Override
  public String toString() {
    return value;
  }
}
