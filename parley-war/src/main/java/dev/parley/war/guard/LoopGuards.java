package dev.parley.war.guard;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * The guards of all agents that call tools on this node. An agent that does so nowhere here has
 * none.
 */
public final class LoopGuards {
  /** The number of agents of one workspace; past it, some that are not stopped begin anew. */
  static final int MAX_AGENTS = 10_000;

  private final GuardLimits limits;
  private final InstantSource clock;
  private final Map<WorkspaceId, Map<AgentId, AgentGuard>> agents = new ConcurrentHashMap<>();
  private volatile BiPredicate<WorkspaceId, AgentId> isPerson = (workspace, agent) -> false;
  private volatile BiConsumer<WorkspaceId, AgentId> onChange = (workspace, agent) -> {};

  /** Makes the guards of a node. */
  public LoopGuards(GuardLimits limits) {
    this(limits, InstantSource.system());
  }

  /** Makes the guards of a node by another clock. */
  public LoopGuards(GuardLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /** Returns guards without limits. */
  public static LoopGuards off() {
    return new LoopGuards(GuardLimits.NONE);
  }

  /** Returns a guard that refuses nothing. */
  public static AgentGuard noGuard() {
    return off().of(WorkspaceId.DEFAULT, new AgentId("nobody"));
  }

  /** Recognizes people by {@code test} from now on. */
  public void recognizePeople(BiPredicate<WorkspaceId, AgentId> test) {
    isPerson = test;
  }

  /** Calls {@code listener} whenever an agent is stopped, or its stop is lifted. */
  public void onChange(BiConsumer<WorkspaceId, AgentId> listener) {
    onChange = listener;
  }

  /** Returns whether agents that answer each other without end are stopped. */
  public boolean isOn() {
    return limits.exchanges() != GuardLimits.OFF;
  }

  /** Returns the limits. */
  public GuardLimits limits() {
    return limits;
  }

  /** Returns the clock. */
  public InstantSource clock() {
    return clock;
  }

  /** Returns whether {@code agent} is a person. */
  public boolean isPerson(WorkspaceId workspace, AgentId agent) {
    return isPerson.test(workspace, agent);
  }

  /** Returns the guard of an agent, which begins with the first call. */
  public AgentGuard of(WorkspaceId workspace, AgentId agent) {
    Map<AgentId, AgentGuard> all =
        agents.computeIfAbsent(workspace, id -> new ConcurrentHashMap<>());
    AgentGuard known = all.get(agent);
    if (known != null) {
      return known;
    }
    if (all.size() >= MAX_AGENTS) {
      all.values().stream()
          .filter(guard -> guard.stop().isEmpty())
          .findFirst()
          .ifPresent(guard -> all.remove(guard.agent()));
    }
    return all.computeIfAbsent(agent, id -> new AgentGuard(this, workspace, id));
  }

  /** Returns the guard of an agent, if it has called anything here. */
  public Optional<AgentGuard> find(WorkspaceId workspace, AgentId agent) {
    Map<AgentId, AgentGuard> all = agents.get(workspace);
    return all == null ? Optional.empty() : Optional.ofNullable(all.get(agent));
  }

  /** Returns the stop of an agent, if there is one. */
  public Optional<LoopStop> stop(WorkspaceId workspace, AgentId agent) {
    return find(workspace, agent).flatMap(AgentGuard::stop);
  }

  void changed(WorkspaceId workspace, AgentId agent) {
    onChange.accept(workspace, agent);
  }
}
