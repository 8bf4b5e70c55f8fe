package dev.parley.event;

import dev.parley.id.SessionId;

/**
 * A session was started, or gone back to.
 *
 * @param session its name
 */
public record SessionStarted(SessionId session) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.SESSION_STARTED;
  }
}
