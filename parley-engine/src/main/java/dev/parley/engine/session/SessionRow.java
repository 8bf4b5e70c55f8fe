package dev.parley.engine.session;

import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.session.SessionOverview;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;

/** A session. {@link SessionTransaction} writes its counts and its last number. */
@Entity(name = "Session")
@Table(name = "parley_session")
class SessionRow {
  @Id
  @Column(length = 26)
  private String id;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 128)
  private String name;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  @Column(name = "started_at", nullable = false)
  private long startedAt;

  @Column(name = "last_seq", nullable = false)
  private long lastSeq;

  @Column(nullable = false)
  private long messages;

  @Column(nullable = false)
  private long tasks;

  @Column(nullable = false)
  private long artifacts;

  @Column(nullable = false)
  private long reviews;

  protected SessionRow() {}

  SessionRow(String id, WorkspaceId workspace, SessionId name, long createdAt) {
    this.id = id;
    this.workspace = workspace.value();
    this.name = name.value();
    this.createdAt = createdAt;
  }

  String id() {
    return id;
  }

  SessionOverview overview() {
    return new SessionOverview(
        new SessionId(name),
        Instant.ofEpochMilli(createdAt),
        startedAt == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(startedAt)),
        lastSeq,
        messages,
        tasks,
        artifacts,
        reviews);
  }
}
