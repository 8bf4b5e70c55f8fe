package dev.parley.engine.presence;

import dev.parley.ParleyException;
import dev.parley.presence.Presence;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ConnectionClosed;
import java.util.function.Function;

/** Presence as one connection sees it, and is seen. */
public final class ConnectedPresence implements Presence {
  private final Function<RosterQuery, Roster> ask;
  private final Runnable leave;
  private volatile boolean closed;

  ConnectedPresence(Function<RosterQuery, Roster> ask, Runnable leave) {
    this.ask = ask;
    this.leave = leave;
  }

  @Override
  public Roster roster(RosterQuery query) {
    if (closed) {
      throw new ParleyException(new ConnectionClosed());
    }
    return ask.apply(query);
  }

  /** Says goodbye. A second call does nothing. */
  public void close() {
    closed = true;
    leave.run();
  }
}
