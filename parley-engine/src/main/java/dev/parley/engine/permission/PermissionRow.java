package dev.parley.engine.permission;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.PermissionId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionRequest;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A permission request. Statements change it, never this entity. */
@Entity(name = "Permission")
@Table(name = "parley_permission")
class PermissionRow {
  @Id
  @Column(length = 26)
  private String id;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 5)
  private String code;

  @Column(nullable = false, length = 64)
  private String agent;

  @Column(name = "connection_id", nullable = false, length = 64)
  private String connection;

  @Column(nullable = false, length = 26)
  private String run;

  @Column(nullable = false, length = 256)
  private String tool;

  @Column(nullable = false, length = 1_000_000)
  private String description;

  @Column(nullable = false, length = 1_000_000)
  private String preview;

  @Column(name = "asked_at", nullable = false)
  private long askedAt;

  @Column(name = "expires_at", nullable = false)
  private long expiresAt;

  @Column(length = 8)
  private @Nullable String decision;

  @Column(name = "answered_by", length = 64)
  private @Nullable String answeredBy;

  protected PermissionRow() {}

  PermissionRow(
      WorkspaceId workspace, ConnectionId connection, String run, PermissionRequest request) {
    PermissionDraft draft = request.draft();
    this.id = request.id().value();
    this.workspace = workspace.value();
    this.code = draft.code();
    this.agent = request.agent().value();
    this.connection = connection.value();
    this.run = run;
    this.tool = draft.tool();
    this.description = draft.description();
    this.preview = draft.input();
    this.askedAt = request.askedAt().toEpochMilli();
    this.expiresAt = request.expiresAt().toEpochMilli();
  }

  StoredPermission snapshot() {
    return new StoredPermission(
        new WorkspaceId(workspace),
        new ConnectionId(connection),
        new PermissionRequest(
            new PermissionId(id),
            new AgentId(agent),
            new PermissionDraft(code, tool, text(description), text(preview)),
            Instant.ofEpochMilli(askedAt),
            Instant.ofEpochMilli(expiresAt)),
        Optional.ofNullable(decision).map(PermissionAnswer::valueOf),
        Optional.ofNullable(answeredBy).map(AgentId::new));
  }

  /** Returns a text; a database may read an empty one as none. */
  private static String text(@Nullable String stored) {
    return stored == null ? "" : stored;
  }
}
