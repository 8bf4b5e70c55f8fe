package dev.parley.engine.memory;

import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore.Document;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A write to memory that an agent made under an idempotency key. */
@Entity(name = "KeyedWrite")
@Table(name = "parley_memory_once")
class KeyedWriteRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private KeyedWriteId id;

  @SuppressWarnings("UnusedVariable") // queries read it
  @Column(nullable = false)
  private long number;

  @Column(nullable = false, length = 64)
  private String digest;

  @Column(nullable = false, length = 32)
  private String what;

  @Column(nullable = false, length = 256)
  private String document;

  protected KeyedWriteRow() {}

  /** The write {@code number} of its agent. */
  KeyedWriteRow(Document document, Write write, long number) {
    this.id = new KeyedWriteId(document.workspace(), write);
    this.number = number;
    this.digest = write.digest();
    this.what = write.what();
    this.document = document.name();
  }

  boolean isOf(Write write) {
    return digest.equals(write.digest());
  }

  /** Its kind, in the singular. */
  String what() {
    return what;
  }

  /** The name of the document; of the project's, {@code project}. */
  String name() {
    return document.isEmpty() ? "project" : document;
  }
}
