package dev.parley.event;

import dev.parley.id.AgentId;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of a session with its number in the order of changes.
 *
 * @param seq the number: increasing, the same for everyone; a thought has the number of the change
 *     before it
 * @param at the time the server accepted it, cut to milliseconds; information, not order
 * @param agent the agent that made it; empty: the server
 * @param event the change
 */
public record RecordedEvent(long seq, Instant at, Optional<AgentId> agent, SessionEvent event) {

  /** Returns the length of a message's content in UTF-16 units; 0 for any other change. */
  public int contentLength() {
    return event instanceof MessageSaid said ? said.message().draft().content().length() : 0;
  }
}
