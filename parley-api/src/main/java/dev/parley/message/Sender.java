package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;

/**
 * Who said it, as the hub knows, never as the text claims.
 *
 * @param agent the agent
 * @param nickname its name in the room at that moment, or {@link Nickname#NONE} where it was not in
 *     the room
 * @param connection the attachment it spoke through, which does not hear itself
 */
public record Sender(AgentId agent, Nickname nickname, ConnectionId connection) {
  private static final String OUTSIDE = " (not in the room)";

  /**
   * The name under which readers are shown it: its nickname, or its agent id and a remark that it
   * was not in the room. No nickname has a blank, so nobody is shown under another's.
   */
  public String shownAs() {
    return nickname.isNone() ? agent.value() + OUTSIDE : nickname.value();
  }
}
