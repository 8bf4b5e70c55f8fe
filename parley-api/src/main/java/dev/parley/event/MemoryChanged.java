package dev.parley.event;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * A memory document was written.
 *
 * @param owner the agent whose document it is; empty: the project's
 */
public record MemoryChanged(Optional<AgentId> owner) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.MEMORY_CHANGED;
  }
}
