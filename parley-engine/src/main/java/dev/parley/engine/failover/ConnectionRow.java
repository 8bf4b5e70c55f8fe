package dev.parley.engine.failover;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Optional;

/** A connection that can continue at another node. Statements change it, never this entity. */
@Entity(name = "KeptConnection")
@Table(name = "parley_connection")
class ConnectionRow {
  @Id private String id;

  @Column(name = "key_hash", nullable = false)
  private String keyHash;

  @Column(nullable = false)
  private String workspace;

  @Column(nullable = false)
  private String agent;

  @Column(name = "session_name", nullable = false)
  private String sessionName;

  @Column(nullable = false)
  private String run;

  @Column(nullable = false)
  private String words;

  @Column(nullable = false)
  private String reading;

  protected ConnectionRow() {}

  ConnectionRow(StoredConnection stored, String keyHash) {
    this.id = stored.id().value();
    this.keyHash = keyHash;
    this.workspace = stored.workspace().value();
    this.agent = stored.agent().value();
    this.sessionName = stored.session().map(SessionId::value).orElse("");
    this.run = stored.run();
    this.words = stored.words();
    this.reading = CheckpointCodec.write(stored.reading());
  }

  StoredConnection snapshot() {
    WorkspaceId in = new WorkspaceId(workspace);
    return new StoredConnection(
        new ConnectionId(id),
        in,
        new AgentId(agent),
        sessionName.isEmpty() ? Optional.empty() : Optional.of(new SessionId(sessionName)),
        run,
        words,
        CheckpointCodec.read(in, reading));
  }
}
