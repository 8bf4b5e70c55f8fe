package dev.parley.engine;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.spi.LifeSigns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The agents that act through one connection beside its own, each with a connection of its own. */
final class SubAgents {
  private static final String WHAT = "agents beside your own on this connection";

  private final Function<AgentId, LiveConnection> opening;
  private final Map<AgentId, LiveConnection> open = new ConcurrentHashMap<>();
  private @Nullable LifeSigns signs;
  private boolean closed;

  /**
   * Makes them for a connection that nobody else acts through yet.
   *
   * @param opening opens the connection of an agent
   */
  SubAgents(Function<AgentId, LiveConnection> opening) {
    this.opening = opening;
  }

  /** Returns the connection of {@code agent}, and opens it where it has none. */
  synchronized LiveConnection open(AgentId agent) {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    LiveConnection known = open.get(agent);
    if (known != null) {
      return known;
    }
    if (open.size() >= Connection.MAX_SUB_AGENTS) {
      throw new ParleyException(new LimitReached(WHAT, Connection.MAX_SUB_AGENTS));
    }
    LiveConnection opened = opening.apply(agent);
    if (signs != null) {
      opened.presentBy(signs);
    }
    open.put(agent, opened);
    return opened;
  }

  Optional<Connection> find(AgentId agent) {
    return Optional.ofNullable(open.get(agent));
  }

  /** Forgets one that has ended. */
  void ended(LiveConnection ending) {
    open.remove(ending.agent(), ending);
  }

  /** Bases their presence on the signs of life of the connection's transport. */
  synchronized void presentBy(LifeSigns theSame) {
    signs = theSame;
    open.values().forEach(each -> each.presentBy(theSame));
  }

  /** Closes all of them. */
  void close() {
    List<LiveConnection> ending;
    synchronized (this) {
      closed = true;
      ending = new ArrayList<>(open.values());
    }
    ending.forEach(LiveConnection::close);
  }
}
