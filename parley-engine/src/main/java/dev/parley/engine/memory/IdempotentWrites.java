package dev.parley.engine.memory;

import dev.parley.problem.KeyReused;
import dev.parley.problem.ParleyException;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore.Document;
import jakarta.persistence.EntityManager;

/** The idempotency keys of writes to memory as rows, the last ones of each agent. */
final class IdempotentWrites {
  private static final String LAST =
      """
      SELECT COALESCE(MAX(k.number), 0) FROM IdempotentWrite k
      WHERE k.id.workspace = :workspace AND k.id.agent = :agent
      """;
  private static final String FORGET =
      """
      DELETE FROM IdempotentWrite k
      WHERE k.id.workspace = :workspace AND k.id.agent = :agent AND k.number <= :last
      """;

  private final int max;

  /** Keeps the last {@code max} keys of each agent. */
  IdempotentWrites(int max) {
    this.max = max;
  }

  /**
   * Returns true if the agent has used this key for this write before.
   *
   * @throws ParleyException {@code key_reused} where it was another write
   */
  boolean has(EntityManager entities, Document document, Write write) {
    IdempotentWriteRow earlier =
        entities.find(IdempotentWriteRow.class, new IdempotentWriteId(document.workspace(), write));
    if (earlier != null && !earlier.isOf(write)) {
      throw new ParleyException(new KeyReused(write.key().value(), earlier.what(), earlier.name()));
    }
    return earlier != null;
  }

  /** Adds the key, and drops the agent's oldest one past the limit. */
  void add(EntityManager entities, Document document, Write write) {
    String workspace = document.workspace().value();
    String agent = write.agent().value();
    long number =
        1
            + entities
                .createQuery(LAST, Long.class)
                .setParameter("workspace", workspace)
                .setParameter("agent", agent)
                .getSingleResult();
    entities.persist(new IdempotentWriteRow(document, write, number));
    if (number > max) {
      entities
          .createQuery(FORGET)
          .setParameter("workspace", workspace)
          .setParameter("agent", agent)
          .setParameter("last", number - max)
          .executeUpdate();
    }
  }
}
