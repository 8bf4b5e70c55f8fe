package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import java.util.Optional;

/**
 * The way back to its nickname for a client that was killed and is back before its old connection
 * has ended. The old connection keeps its seat under the name the new one had, for the case that it
 * comes back, too; two connections of one agent that can both be reached keep what they have.
 */
final class NicknameTakeover {
  private final RoomDirectory directory;
  private final NicknameRows rows;
  private final ConnectionId self;
  private final AgentId agent;
  private final MembershipListener attendance;

  NicknameTakeover(
      RoomDirectory directory,
      NicknameRows rows,
      ConnectionId self,
      AgentId agent,
      MembershipListener attendance) {
    this.directory = directory;
    this.rows = rows;
    this.self = self;
    this.agent = agent;
    this.attendance = attendance;
  }

  /**
   * Takes {@code wish} over, where another connection of the same agent has it that no transport
   * reaches.
   *
   * @param own the nickname this connection has meanwhile
   * @return whether it has {@code wish} now
   */
  boolean take(LiveRoom room, Nickname own, Nickname wish) {
    Optional<ConnectionId> holder =
        rows.holder(room.key(), wish)
            .filter(other -> other.agent().equals(agent) && !other.connection().equals(self))
            .filter(other -> attendance.isUnreachable(agent, other.connection(), other.joinedAt()))
            .map(RoomRows.Member::connection);
    if (holder.isEmpty() || !rows.swap(room.key(), self, own, holder.get(), wish)) {
      return false;
    }
    directory.renamed(holder.get(), room.name(), own);
    attendance.supersede(holder.get());
    return true;
  }
}
