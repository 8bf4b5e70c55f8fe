package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Memory whose documents are what was written last; the project's has no name. No key counts. */
final class FakeMemory implements Memory {
  private final Map<String, String> documents = new LinkedHashMap<>();

  @Override
  public Optional<String> project() {
    return Optional.ofNullable(documents.get(""));
  }

  @Override
  public Optional<String> of(AgentId agent) {
    return Optional.ofNullable(documents.get(agent.value()));
  }

  @Override
  public List<MemoryBlock> blocks(Optional<AgentId> owner) {
    throw new UnsupportedOperationException("no tool reads blocks");
  }

  @Override
  public void replace(
      Optional<AgentId> owner, SectionKey key, Optional<String> version, String content) {
    throw new UnsupportedOperationException("no tool replaces what it read");
  }

  @Override
  public List<AgentId> agents() {
    return documents.keySet().stream()
        .filter(name -> !name.isEmpty())
        .sorted()
        .map(AgentId::new)
        .toList();
  }

  @Override
  public void write(SectionKey key, String content) {
    documents.put("", "## " + key + "\n\n" + content + "\n");
  }

  @Override
  public void write(AgentId agent, SectionKey key, String content) {
    documents.put(agent.value(), "## " + key + "\n\n" + content + "\n");
  }

  @Override
  public void write(
      Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key) {
    owner.ifPresentOrElse(agent -> write(agent, section, content), () -> write(section, content));
  }

  @Override
  public void append(AgentId agent, String content, IdempotencyKey key) {
    append(agent, content);
  }

  @Override
  public void append(AgentId agent, String content) {
    documents.merge(agent.value(), content, String::concat);
  }
}
