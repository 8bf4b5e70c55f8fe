package dev.parley.engine.backend.jpa;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.message.Sender;
import org.jspecify.annotations.Nullable;

/**
 * The senders of messages read one after the other. Few say much, and each name is checked when it
 * is made, so the one before is taken again where it is the same.
 */
final class SenderColumns {
  private @Nullable Sender last;

  Sender read(String agent, String nickname, String connection) {
    Sender before = last;
    if (before != null
        && before.agent().value().equals(agent)
        && before.nickname().value().equals(nickname)
        && before.connection().value().equals(connection)) {
      return before;
    }
    Sender sender =
        new Sender(new AgentId(agent), new Nickname(nickname), new ConnectionId(connection));
    last = sender;
    return sender;
  }
}
