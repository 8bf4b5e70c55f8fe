package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that has its place in a session.
 *
 * @param id its name
 * @param session where it was said
 * @param seq its position there: increasing, with gaps where other changes stand
 * @param from who said it
 * @param sentAt when the hub took it, cut to milliseconds; information, not order
 * @param draft what was said, to whom
 */
public record SessionMessage(
    MessageId id,
    SessionId session,
    long seq,
    AgentId from,
    Instant sentAt,
    SessionMessageDraft draft) {

  /** Whom it was said to; empty: to everyone in the session. */
  public Optional<AgentId> to() {
    return draft.to();
  }
}
