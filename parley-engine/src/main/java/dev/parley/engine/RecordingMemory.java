package dev.parley.engine;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.memory.SectionedMemory;
import dev.parley.event.MemoryChanged;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;

/** Memory whose changes are seen by those who follow the connection's session. */
final class RecordingMemory implements Memory {
  private static final System.Logger LOG = System.getLogger(RecordingMemory.class.getName());

  private final SectionedMemory memory;
  private final ConnectedSessions sessions;
  private final AgentCalls calls;

  RecordingMemory(SectionedMemory memory, ConnectedSessions sessions, AgentCalls calls) {
    this.memory = memory;
    this.sessions = sessions;
    this.calls = calls;
  }

  @Override
  public Optional<String> project() {
    calls.begin();
    return memory.project();
  }

  @Override
  public Optional<String> of(AgentId agent) {
    calls.begin();
    return memory.of(agent);
  }

  @Override
  public List<MemoryBlock> blocks(Optional<AgentId> owner) {
    calls.begin();
    return memory.blocks(owner);
  }

  @Override
  public List<AgentId> agents() {
    calls.begin();
    return memory.agents();
  }

  @Override
  public void write(SectionKey key, String content) {
    calls.beginWrite();
    memory.write(key, content);
    record(Optional.empty());
  }

  @Override
  public void write(AgentId agent, SectionKey key, String content) {
    calls.beginWrite();
    memory.write(agent, key, content);
    record(Optional.of(agent));
  }

  @Override
  public void replace(
      Optional<AgentId> owner, SectionKey key, Optional<String> version, String content) {
    calls.beginWrite();
    memory.replace(owner, key, version, content);
    record(owner);
  }

  @Override
  public void append(AgentId agent, String content) {
    calls.beginWrite();
    memory.append(agent, content);
    record(Optional.of(agent));
  }

  @Override
  public void write(
      Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key) {
    calls.beginWrite();
    if (memory.writeOnce(owner, section, content, key)) {
      record(owner);
    }
  }

  @Override
  public void append(AgentId agent, String content, IdempotencyKey key) {
    calls.beginWrite();
    if (memory.appendOnce(agent, content, key)) {
      record(Optional.of(agent));
    }
  }

  /**
   * Records a change that is already written; a failure to notify followers does not undo it, so it
   * is not thrown.
   */
  private void record(Optional<AgentId> owner) {
    try {
      sessions.record(new MemoryChanged(owner));
    } catch (ParleyException databaseIsAway) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A change of memory was not recorded.",
          Masking.trace(databaseIsAway));
    }
  }
}
