package dev.parley.war.login;

import dev.parley.id.WorkspaceId;

/**
 * The workspace that a person chose whose credential opens every one.
 *
 * @param workspace the workspace
 * @param at when, in milliseconds since 1970; of two choices of a login the later one counts
 */
record WorkspaceChoice(WorkspaceId workspace, long at) {
  /** The choice of those who made none. */
  static final WorkspaceChoice NONE = new WorkspaceChoice(WorkspaceId.DEFAULT, 0);

  /** Returns true if this is later than {@code other}. */
  boolean isLaterThan(WorkspaceChoice other) {
    return at > other.at;
  }

  /** Returns the choice of {@code next}, later than this one whatever the clock says. */
  WorkspaceChoice then(WorkspaceId next, long now) {
    return new WorkspaceChoice(next, Math.max(now, at + 1));
  }
}
