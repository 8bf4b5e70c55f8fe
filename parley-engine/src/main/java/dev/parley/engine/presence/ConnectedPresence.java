package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.presence.Presence;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.ParleyException;
import dev.parley.spi.LifeSigns;
import java.time.Instant;
import java.util.Set;

/** Presence as one connection sees it, and as others see the connection. */
public final class ConnectedPresence implements Presence {
  private final PresenceDirectory directory;
  private final WorkspacePresence workspace;
  private final ConnectionId connection;
  private volatile boolean closed;

  ConnectedPresence(
      PresenceDirectory directory, WorkspacePresence workspace, ConnectionId connection) {
    this.directory = directory;
    this.workspace = workspace;
    this.connection = connection;
  }

  @Override
  public Roster roster(RosterQuery query) {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    return directory.roster(workspace, query);
  }

  /** Publishes that its rooms have changed. */
  public void moved() {
    workspace.move(connection);
    directory.publishSoon(workspace);
  }

  /**
   * Returns true if a connection that joined a room at {@code since} is gone: its last event has
   * expired, or it has sent none for as long as one counts. Where other nodes cannot be read, no
   * connection is gone. Makes no remote call.
   */
  public boolean isGone(AgentId agent, ConnectionId other, Instant since) {
    return workspace.isGone(agent, other, since);
  }

  /**
   * Returns the nicknames that are the names of online agents other than {@code own}, in lower
   * case. Makes no remote call.
   *
   * @param prefix the beginning, in lower case, of those to return
   */
  public Set<String> namesOfOthers(AgentId own, String prefix) {
    return workspace.namesOfOthers(own, prefix);
  }

  @Override
  public boolean isPerson(String name) {
    return workspace.isPerson(name);
  }

  /** Bases its presence on the signs of life its transport sees. */
  public void presentBy(LifeSigns signs) {
    workspace.presentBy(connection, signs);
  }

  /**
   * Returns true if no transport reaches a connection that joined a room at {@code since}. May take
   * a quarter of a second.
   */
  public boolean isUnreachable(AgentId agent, ConnectionId other, Instant since) {
    return workspace.isUnreachable(agent, other, since);
  }

  /** Counts a connection of this node as gone until its next sign of life. */
  public void supersede(ConnectionId other) {
    workspace.supersede(other);
  }

  /** Publishes a goodbye. A second call does nothing. */
  public void close() {
    closed = true;
    workspace.leave(connection);
    directory.publishSoon(workspace);
  }
}
