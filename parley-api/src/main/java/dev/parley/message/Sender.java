package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;

/**
 * The sender of a message, as the server knows it, whatever the text claims.
 *
 * @param agent the agent
 * @param nickname its name in the room at that moment, or {@link Nickname#NONE} where it was not in
 *     the room
 * @param connection the connection it sent through, which does not receive its own messages
 */
public record Sender(AgentId agent, Nickname nickname, ConnectionId connection) {
  private static final String OUTSIDE = " (not in the room)";

  /**
   * Returns true if the agent bore its name by right when it sent: a credential let it in, or the
   * program that connected it vouched for it. False where it had chosen its name.
   */
  public boolean isVerified() {
    return connection.isVerified();
  }

  /**
   * Returns the name readers are shown: the nickname, or the agent id and a remark that the agent
   * was not in the room. No nickname has a blank, so no agent is shown under the name of another.
   */
  public String shownAs() {
    return nickname.isNone() ? agent.value() + OUTSIDE : nickname.value();
  }
}
