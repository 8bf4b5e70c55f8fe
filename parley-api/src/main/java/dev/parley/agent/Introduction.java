package dev.parley.agent;

import dev.parley.WorkspaceId;
import java.util.Optional;

/**
 * What an agent says of itself when it attaches.
 *
 * @param workspace the workspace it wants to enter
 * @param agent its name, or empty to have one allocated
 */
public record Introduction(WorkspaceId workspace, Optional<AgentId> agent) {

  /** An agent of the default workspace. */
  public static Introduction of(String agent) {
    return new Introduction(WorkspaceId.DEFAULT, Optional.of(new AgentId(agent)));
  }

  /** Somebody of the default workspace who has no name yet. */
  public static Introduction anonymous() {
    return new Introduction(WorkspaceId.DEFAULT, Optional.empty());
  }

  /** The same agent in another workspace. */
  public Introduction in(WorkspaceId other) {
    return new Introduction(other, agent);
  }
}
