package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A connection's membership in a room. */
@Entity(name = "Member")
@Table(name = "parley_member")
class MemberRow {
  @Id private String id;

  @Column(name = "room_id", nullable = false)
  private String roomId;

  @Column(name = "connection_id", nullable = false)
  private String connectionId;

  @Column(nullable = false)
  private String agent;

  @Column(nullable = false)
  private String nickname;

  @Column(nullable = false)
  private String node;

  @Column(name = "joined_at", nullable = false)
  private LocalDateTime joinedAt;

  protected MemberRow() {}

  MemberRow(
      String id,
      String roomId,
      ConnectionId connection,
      AgentId agent,
      Nickname nickname,
      String node,
      LocalDateTime joinedAt) {
    this.id = id;
    this.roomId = roomId;
    this.connectionId = connection.value();
    this.agent = agent.value();
    this.nickname = nickname.value();
    this.node = node;
    this.joinedAt = joinedAt;
  }

  RoomRows.Member snapshot() {
    return new RoomRows.Member(
        new ConnectionId(connectionId),
        new AgentId(agent),
        new Nickname(nickname),
        joinedAt.toInstant(ZoneOffset.UTC));
  }

  void renamedTo(Nickname other) {
    nickname = other.value();
  }
}
