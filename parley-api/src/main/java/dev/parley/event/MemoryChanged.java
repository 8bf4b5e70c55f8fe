package dev.parley.event;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * Memory was written.
 *
 * @param owner whose; empty: the project's
 */
public record MemoryChanged(Optional<AgentId> owner) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.MEMORY_CHANGED;
  }
}
