package dev.parley.event;

import dev.parley.id.SessionId;

/**
 * A session was started or resumed.
 *
 * @param session its id
 */
public record SessionStarted(SessionId session) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.SESSION_STARTED;
  }
}
