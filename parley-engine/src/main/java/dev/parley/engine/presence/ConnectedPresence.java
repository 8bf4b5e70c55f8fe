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

/** Presence as one connection sees it, and is seen. */
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

  /** Says that it is in other rooms than before. */
  public void moved() {
    workspace.move(connection);
    directory.speakSoon(workspace);
  }

  /**
   * Whether a connection that came into a room {@code since} then is there no more: its last word
   * does not count any longer, or it has said none for as long as one counts. Where others cannot
   * be heard nobody is gone. Asks nobody.
   */
  public boolean isGone(AgentId agent, ConnectionId other, Instant since) {
    return workspace.isGone(agent, other, since);
  }

  @Override
  public boolean isPerson(String name) {
    return workspace.isPerson(name);
  }

  /** Lets its presence rest on the signs of life its transport sees. */
  public void presentBy(LifeSigns signs) {
    workspace.presentBy(connection, signs);
  }

  /**
   * Whether no transport reaches a connection that came into a room {@code since} then. May take a
   * quarter of a second.
   */
  public boolean isUnreachable(AgentId agent, ConnectionId other, Instant since) {
    return workspace.isUnreachable(agent, other, since);
  }

  /** Counts a connection of this node as gone until its next sign of life. */
  public void supersede(ConnectionId other) {
    workspace.supersede(other);
  }

  /** Says goodbye. A second call does nothing. */
  public void close() {
    closed = true;
    workspace.leave(connection);
    directory.speakSoon(workspace);
  }
}
