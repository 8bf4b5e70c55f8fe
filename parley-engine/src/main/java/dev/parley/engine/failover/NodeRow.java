package dev.parley.engine.failover;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.net.URI;
import java.util.Optional;

/** A run of a node. A statement advances its counter, never this entity. */
@Entity(name = "Node")
@Table(name = "parley_node")
class NodeRow {
  @Id private String run;

  @Column(nullable = false)
  private String name;

  @Column(nullable = false)
  private String address;

  @Column(nullable = false)
  private long beats;

  @Column(name = "seen_at", nullable = false)
  private long seenAt;

  protected NodeRow() {}

  NodeRow(String run, String name, String address, long seenAt) {
    this.run = run;
    this.name = name;
    this.address = address;
    this.seenAt = seenAt;
  }

  NodeStatus snapshot() {
    Optional<URI> where = address.isEmpty() ? Optional.empty() : Optional.of(URI.create(address));
    return new NodeStatus(run, name, where, beats, seenAt);
  }
}
