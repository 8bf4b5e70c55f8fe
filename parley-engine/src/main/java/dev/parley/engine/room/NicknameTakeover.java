package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import java.util.Optional;

/**
 * Returns its nickname to a client that was killed and reconnects before its old connection has
 * ended. The old connection stays a member under the name of the new one, in case it comes back
 * too. Two connections of one agent that can both be reached keep their nicknames.
 */
final class NicknameTakeover {
  private final RoomDirectory directory;
  private final NicknameRows rows;
  private final ConnectionId self;
  private final AgentId agent;
  private final MembershipListener listener;

  NicknameTakeover(
      RoomDirectory directory,
      NicknameRows rows,
      ConnectionId self,
      AgentId agent,
      MembershipListener listener) {
    this.directory = directory;
    this.rows = rows;
    this.self = self;
    this.agent = agent;
    this.listener = listener;
  }

  /**
   * Takes over {@code wish}, where an unreachable connection of the same agent has it.
   *
   * @param own the nickname this connection has meanwhile
   * @return true if it has {@code wish} now
   */
  boolean take(LiveRoom room, Nickname own, Nickname wish) {
    Optional<ConnectionId> holder =
        rows.holder(room.key(), wish)
            .filter(other -> other.agent().equals(agent) && !other.connection().equals(self))
            .filter(other -> listener.isUnreachable(agent, other.connection(), other.joinedAt()))
            .map(RoomRows.Member::connection);
    if (holder.isEmpty() || !rows.swap(room.key(), self, own, holder.get(), wish)) {
      return false;
    }
    directory.renamed(holder.get(), room.name(), own);
    listener.supersede(holder.get());
    return true;
  }
}
