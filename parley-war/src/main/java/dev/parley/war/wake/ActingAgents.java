package dev.parley.war.wake;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The agents that act through connections of other agents at this node, by {@code agent_id}. They
 * have no presence of their own; they are there as long as that connection. Safe for all threads.
 */
public final class ActingAgents {
  /** The maximum number of agents; one past it is not noted. */
  static final int MAX_AGENTS = 10_000;

  private final Map<WorkspaceId, Map<AgentId, Entry>> entries = new HashMap<>();
  private final InstantSource clock;
  private int count;
  private volatile Consumer<WorkspaceId> listener = workspace -> {};

  /** Makes an empty set. */
  public ActingAgents() {
    this(InstantSource.system());
  }

  ActingAgents(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * An agent that acts without a connection of its own.
   *
   * @param through the agent whose connection it uses; empty for one whose hooks report beside any
   * @param at the time of its last call or report
   * @param until the time until which a report makes it there
   */
  public record ActingAgent(AgentId agent, Optional<AgentId> through, Instant at, Instant until) {
    /** Returns an agent that called at {@code at} through the connection of another. */
    public static ActingAgent through(AgentId agent, AgentId other, Instant at) {
      return new ActingAgent(agent, Optional.of(other), at, at);
    }

    /** Returns an agent whose hooks reported at {@code at}. */
    public static ActingAgent reported(AgentId agent, Instant at, Instant until) {
      return new ActingAgent(agent, Optional.empty(), at, until);
    }

    /** Returns true if a report makes it there at {@code now}. */
    public boolean isThereAt(Instant now) {
      return until.isAfter(now);
    }
  }

  private record Entry(ConnectionId connection, ActingAgent agent) {}

  /** Calls {@code whenChanged} whenever another agent acts in a workspace. */
  public void onChange(Consumer<WorkspaceId> whenChanged) {
    listener = whenChanged;
  }

  /** Notes a call of {@code agent} through {@code connection}, which is another's. */
  public void note(Connection connection, AgentId agent) {
    if (noted(connection, agent)) {
      listener.accept(connection.workspace());
    }
  }

  /** Returns whether it is one more. */
  private synchronized boolean noted(Connection connection, AgentId agent) {
    Map<AgentId, Entry> known =
        entries.computeIfAbsent(connection.workspace(), first -> new HashMap<>());
    boolean isNew = !known.containsKey(agent);
    if (isNew && count >= MAX_AGENTS) {
      return false;
    }
    ActingAgent acting = ActingAgent.through(agent, connection.agent(), clock.instant());
    known.put(agent, new Entry(connection.id(), acting));
    count += isNew ? 1 : 0;
    return isNew;
  }

  /** Forgets those that acted through a connection last. */
  synchronized void remove(Connection connection) {
    Map<AgentId, Entry> known = entries.get(connection.workspace());
    if (known != null) {
      count -= known.size();
      known.values().removeIf(entry -> entry.connection().equals(connection.id()));
      count += known.size();
      if (known.isEmpty()) {
        entries.remove(connection.workspace());
      }
    }
  }

  /** Returns those of a workspace. */
  public synchronized List<ActingAgent> of(WorkspaceId workspace) {
    return entries.getOrDefault(workspace, Map.of()).values().stream().map(Entry::agent).toList();
  }
}
