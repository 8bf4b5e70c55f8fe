package dev.parley.engine.memory;

import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore.Document;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A write to memory under an idempotency key. */
@Entity(name = "IdempotentWrite")
@Table(name = "parley_memory_once")
class IdempotentWriteRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private IdempotentWriteId id;

  @SuppressWarnings("UnusedVariable") // queries read it
  @Column(nullable = false)
  private long number;

  @Column(nullable = false, length = 64)
  private String digest;

  @Column(nullable = false, length = 32)
  private String what;

  @Column(nullable = false, length = 256)
  private String document;

  protected IdempotentWriteRow() {}

  /** Makes the row of its agent's write {@code number}. */
  IdempotentWriteRow(Document document, Write write, long number) {
    this.id = new IdempotentWriteId(document.workspace(), write);
    this.number = number;
    this.digest = write.digest();
    this.what = write.what();
    this.document = document.name();
  }

  boolean isOf(Write write) {
    return digest.equals(write.digest());
  }

  /** Returns its kind, in the singular. */
  String what() {
    return what;
  }

  /** Returns the name of the document; {@code project} for the project's. */
  String name() {
    return document.isEmpty() ? "project" : document;
  }
}
