package dev.parley.presence;

import java.util.List;

/**
 * An answer of {@link Presence}.
 *
 * @param users those who were seen last come first, then by handle
 * @param truncated whether there may be more: the limit was reached, or agents that are gone were
 *     seen longer ago than this node has heard of
 */
public record Roster(List<AgentStatus> users, boolean truncated) {

  /** Copies the list. */
  public Roster {
    users = List.copyOf(users);
  }
}
