package dev.parley.engine.task;

import dev.parley.engine.id.Sha256;
import dev.parley.task.TaskDraft;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A hash of the content under which an edited task was created: of all that an edit can change. */
@Entity(name = "TaskOriginal")
@Table(name = "parley_task_original")
class OriginalRow {
  @Id
  @Column(name = "task_id", length = 36)
  private String task;

  @Column(name = "content_hash", nullable = false, length = 64)
  private String hash;

  protected OriginalRow() {}

  OriginalRow(String task, TaskDraft draft) {
    this.task = task;
    this.hash = hash(draft);
  }

  /** Returns true if {@code draft} has the content of the hash. */
  boolean isOf(TaskDraft draft) {
    return hash.equals(hash(draft));
  }

  /** Hashes texts with U+0000 between them, which none of them holds. */
  private static String hash(TaskDraft draft) {
    String described = draft.description().map(text -> '\0' + text).orElse("");
    return Sha256.hex(draft.priority().wireName() + '\0' + draft.title() + described);
  }
}
