package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.Origin;
import dev.parley.id.AuditId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;

/** An entry of the audit. Statements insert and remove it, never this entity. */
@Entity(name = "AuditEntry")
@Table(name = "parley_audit")
class AuditRow {
  @Id
  @Column(length = 26)
  private String id;

  @Column(name = "recorded_at", nullable = false)
  private long recordedAt;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 64)
  private String actor;

  @Column(nullable = false, length = 64)
  private String credential;

  @Column(nullable = false, length = 64)
  private String address;

  @Column(nullable = false, length = 40)
  private String action;

  @Column(nullable = false, length = 256)
  private String target;

  @Column(nullable = false, length = 64)
  private String result;

  @Column(nullable = false)
  private long times;

  protected AuditRow() {}

  AuditEntry snapshot() {
    Act act =
        new Act(
            new WorkspaceId(workspace),
            actor,
            new Origin(text(credential), text(address)),
            new AuditAction(action),
            target,
            result);
    return new AuditEntry(new AuditId(id), Instant.ofEpochMilli(recordedAt), act, times);
  }

  private static Optional<String> text(String stored) {
    return Optional.of(stored).filter(text -> !text.isEmpty());
  }
}
