package dev.parley.engine.memory;

import dev.parley.engine.id.Sha256;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.memory.SectionKey;
import dev.parley.problem.InvalidArgument;
import dev.parley.spi.IdempotentUpdates;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStore.Document;

/** The writes to memory with idempotency keys. */
final class IdempotentMemory {
  private IdempotentMemory() {}

  /** Makes the write of an entry of {@code caller}; its date is not part of its identity. */
  static Write entry(AgentId caller, IdempotencyKey key, Document document, String content) {
    return new Write(caller, key, digest(document, "", content), "memory entry");
  }

  /** Makes the write of a section by {@code caller}. */
  static Write section(
      AgentId caller, IdempotencyKey key, Document document, SectionKey section, String content) {
    return new Write(caller, key, digest(document, section.value(), content), "memory section");
  }

  /**
   * Returns the ability of {@code store} to write once under a key.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where it has none
   */
  static IdempotentUpdates in(MemoryStore store) {
    if (store instanceof IdempotentUpdates able) {
      return able;
    }
    throw InvalidArgument.refusal(
        "idempotency_key", "memory is kept where no idempotency keys are known; leave it out");
  }

  /** Digests the parts; no part holds U+0000, and a section's key is never empty. */
  private static String digest(Document document, String section, String content) {
    return Sha256.hex(document.kind() + "\0" + document.name() + "\0" + section + "\0" + content);
  }
}
