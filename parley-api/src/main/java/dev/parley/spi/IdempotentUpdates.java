package dev.parley.spi;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.spi.MemoryStore.Document;
import java.util.Optional;
import java.util.function.Function;

/**
 * A {@link MemoryStore} that recognizes a repeated update by its idempotency key. A key belongs to
 * the agent that writes, within one workspace; each store decides how long it remembers one.
 *
 * <p>Without this ability, a write with a key is refused.
 */
public interface IdempotentUpdates {
  /**
   * One write of an agent.
   *
   * @param agent who writes
   * @param key its name of this write
   * @param digest equal for equal writes and for no others: at most 64 characters
   * @param what the kind of write, in the singular, at most 32 characters
   */
  record Write(AgentId agent, IdempotencyKey key, String digest, String what) {}

  /**
   * Updates {@code document} as {@link MemoryStore#update} does, unless the agent wrote under this
   * key before. Then nothing is changed.
   *
   * @return whether this call changed the document
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the earlier write was
   *     another; else as {@link MemoryStore#update}
   */
  boolean update(Document document, Write write, Function<Optional<String>, String> change);
}
