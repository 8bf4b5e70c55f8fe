package dev.parley.engine.memory;

import dev.parley.spi.MemoryStore.Document;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A document. After its creation a conditional statement changes it, never this entity. */
@Entity(name = "Memory")
@Table(name = "parley_memory")
class MemoryRow {
  @Id private String id;

  @Column(nullable = false)
  private String workspace;

  @Column(nullable = false)
  private String kind;

  @Column(nullable = false)
  private String name;

  @Column(nullable = false, length = 1_000_000)
  private String content;

  @Column(nullable = false)
  private long version;

  @Column(name = "saved_at", nullable = false)
  private long savedAt;

  protected MemoryRow() {}

  MemoryRow(String id, Document document, String content, Instant savedAt) {
    this.id = id;
    this.workspace = document.workspace().value();
    this.kind = document.kind().name();
    this.name = keyOf(document.name());
    this.content = content;
    this.savedAt = savedAt.toEpochMilli();
  }

  /** Returns a key of {@code name} such that names that differ only in case have different keys. */
  static String keyOf(String name) {
    return name.replaceAll("([A-Z])", "+$1");
  }

  static String nameOf(String key) {
    return key.replace("+", "");
  }

  String id() {
    return id;
  }

  String content() {
    return content;
  }

  long version() {
    return version;
  }
}
