package dev.parley.engine.memory;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.WorkspaceId;
import dev.parley.memory.Memory;
import dev.parley.memory.MemoryBlock;
import dev.parley.memory.SectionKey;
import dev.parley.problem.ParleyException;
import dev.parley.problem.SectionChanged;
import dev.parley.problem.TextLimits;
import dev.parley.spi.IdempotentUpdates.Write;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A workspace's memory in a store: it makes sections and entries, the store saves them. */
public final class SectionedMemory implements Memory {
  private static final int MAX_AGENT = 64;

  private final WorkspaceId workspace;
  private final MemoryStore store;
  private final InstantSource clock;
  private final int limit;
  private final AgentId caller;

  /** Makes a memory of {@code nobody} without a limit on documents. */
  SectionedMemory(WorkspaceId workspace, MemoryStore store, InstantSource clock) {
    this(workspace, store, clock, Integer.MAX_VALUE, new AgentId("nobody"));
  }

  /**
   * Makes the memory of {@code workspace} in {@code store}; entries have dates of {@code clock}.
   *
   * @param limit the maximum number of agents' documents in this workspace
   * @param caller the agent whose idempotency keys are used
   */
  public SectionedMemory(
      WorkspaceId workspace, MemoryStore store, InstantSource clock, int limit, AgentId caller) {
    this.workspace = workspace;
    this.store = store;
    this.clock = clock;
    this.limit = limit;
    this.caller = caller;
  }

  @Override
  public Optional<String> project() {
    return store.read(ofProject()).map(Sections::shown);
  }

  @Override
  public Optional<String> of(AgentId agent) {
    return store.read(ofAgent(agent)).map(Sections::shown);
  }

  @Override
  public List<MemoryBlock> blocks(Optional<AgentId> owner) {
    return store.read(document(owner)).map(Blocks::of).orElse(List.of());
  }

  @Override
  public List<AgentId> agents() {
    return store.list(workspace, Kind.AGENT).stream()
        .map(MemoryStore.Saved::name)
        .filter(name -> name.length() <= MAX_AGENT) // the owner of a folder can put any file there
        .sorted()
        .map(AgentId::new)
        .toList();
  }

  @Override
  public void write(SectionKey key, String content) {
    write(ofProject(), key, content);
  }

  @Override
  public void write(AgentId agent, SectionKey key, String content) {
    write(ofAgent(agent), key, content);
  }

  @Override
  public void replace(
      Optional<AgentId> owner, SectionKey key, Optional<String> version, String content) {
    TextLimits.text("content", content, MAX_CONTENT);
    store.update(
        document(owner),
        text -> {
          String document = text.orElse("");
          Optional<MemoryBlock> now = Blocks.section(document, key);
          if (!now.flatMap(MemoryBlock::version).equals(version)) {
            throw new ParleyException(
                new SectionChanged(
                    key.value(), now.map(MemoryBlock::content), now.flatMap(MemoryBlock::version)));
          }
          return Sections.write(document, key, content);
        });
  }

  @Override
  public void append(AgentId agent, String content) {
    checkFits(ofAgent(agent), content);
    store.update(ofAgent(agent), entry(content));
  }

  @Override
  public void append(AgentId agent, String content, IdempotencyKey key) {
    boolean unused = appendOnce(agent, content, key);
  }

  /** Appends as {@link #append(AgentId, String, IdempotencyKey)}; returns true if it did so now. */
  public boolean appendOnce(AgentId agent, String content, IdempotencyKey key) {
    Document document = ofAgent(agent);
    checkFits(document, content);
    Write write = IdempotentMemory.entry(caller, key, document, content);
    return IdempotentMemory.in(store).update(document, write, entry(content));
  }

  private Function<Optional<String>, String> entry(String content) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return document -> Sections.append(document.orElse(""), today, content);
  }

  private void write(Document document, SectionKey key, String content) {
    checkFits(document, content);
    store.update(document, section(key, content));
  }

  @Override
  public void write(
      Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key) {
    boolean unused = writeOnce(owner, section, content, key);
  }

  /** Writes once for {@code key}; returns true if it did so now. */
  public boolean writeOnce(
      Optional<AgentId> owner, SectionKey section, String content, IdempotencyKey key) {
    Document document = document(owner);
    checkFits(document, content);
    Write write = IdempotentMemory.section(caller, key, document, section, content);
    return IdempotentMemory.in(store).update(document, write, section(section, content));
  }

  private static Function<Optional<String>, String> section(SectionKey key, String content) {
    return text -> Sections.write(text.orElse(""), key, content);
  }

  private void checkFits(Document document, String content) {
    TextLimits.text("content", content, MAX_CONTENT);
    DocumentCount.refuseIfFull(store, document, "memory documents", limit);
  }

  private Document document(Optional<AgentId> owner) {
    return owner.map(this::ofAgent).orElseGet(this::ofProject);
  }

  private Document ofProject() {
    return new Document(workspace, Kind.PROJECT, "");
  }

  private Document ofAgent(AgentId agent) {
    return new Document(workspace, Kind.AGENT, agent.value());
  }
}
