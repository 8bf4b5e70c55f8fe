package dev.parley.engine.artifact;

import dev.parley.artifact.Artifact;
import dev.parley.artifact.ArtifactDraft;
import dev.parley.artifact.ArtifactType;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One version of an artifact; never changed. */
@Entity(name = "Artifact")
@Table(name = "parley_artifact")
class ArtifactRow {
  @Id
  @Column(length = 36)
  private String id;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  @Column(nullable = false)
  private long number;

  @Column(nullable = false, length = 256)
  private String name;

  @Column(nullable = false)
  private int version;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 32)
  private ArtifactType type;

  @Column(nullable = false, length = 1_000_000)
  private String content;

  @Column(name = "created_by", nullable = false, length = 64)
  private String createdBy;

  @Column(name = "task_id", length = 256)
  private @Nullable String task;

  @Column(name = "idempotency_key", length = 256)
  private @Nullable String idempotencyKey;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  protected ArtifactRow() {}

  ArtifactRow(
      String id,
      String session,
      long number,
      int version,
      AgentId creator,
      ArtifactDraft draft,
      long now) {
    this.id = id;
    this.session = session;
    this.number = number;
    this.name = draft.name();
    this.version = version;
    this.type = draft.type();
    this.content = draft.content();
    this.createdBy = creator.value();
    this.task = draft.task().map(TaskId::value).orElse(null);
    this.idempotencyKey = draft.idempotencyKey().orElse(null);
    this.createdAt = now;
  }

  /** Makes an artifact from id, name, version, type, creator, task and time. */
  static Artifact withoutContent(SessionId of, Object[] row) {
    return new Artifact(
        new ArtifactId((String) row[0]),
        of,
        (String) row[1],
        ((Number) row[2]).intValue(),
        (ArtifactType) row[3],
        "",
        new AgentId((String) row[4]),
        Optional.ofNullable((String) row[5]).map(TaskId::new),
        Instant.ofEpochMilli(((Number) row[6]).longValue()));
  }

  Artifact snapshot(SessionId of) {
    return new Artifact(
        new ArtifactId(id),
        of,
        name,
        version,
        type,
        content,
        new AgentId(createdBy),
        Optional.ofNullable(task).map(TaskId::new),
        Instant.ofEpochMilli(createdAt));
  }
}
