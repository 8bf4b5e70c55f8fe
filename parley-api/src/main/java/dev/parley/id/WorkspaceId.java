package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The scope of everything else: each room, session, task, artifact and memory document belongs to
 * one workspace.
 *
 * @param value 1 to 64 characters: lower-case letters, digits, hyphens; not beginning with a hyphen
 */
public record WorkspaceId(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  /** The workspace of agents that name none. */
  public static final WorkspaceId DEFAULT = new WorkspaceId("default");

  /** Checks the form; refused with {@code invalid_argument}. */
  public WorkspaceId {
    InvalidArgument.unlessMatches(
        "workspace", value, FORM, "1 to 64 of a-z, 0-9 and hyphen, not beginning with a hyphen");
  }

  @Override
  public String toString() {
    return value;
  }
}
