package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message with its number in a session.
 *
 * @param id its id
 * @param session the session
 * @param seq its number there: increasing, with gaps where other changes have theirs
 * @param from the sender
 * @param isSenderVerified whether the sender bore its name by right when it sent, as of {@link
 *     Sender#isVerified}; false for one that had chosen its name
 * @param sentAt the time the server accepted it, cut to milliseconds; information, not order
 * @param draft the text and the recipient
 */
public record SessionMessage(
    MessageId id,
    SessionId session,
    long seq,
    AgentId from,
    boolean isSenderVerified,
    Instant sentAt,
    SessionMessageDraft draft) {

  /** Returns true if {@code agent} may read it: it is to everyone, to the agent, or from it. */
  public boolean isReadableBy(AgentId agent) {
    return to().map(agent::equals).orElse(true) || from.equals(agent);
  }

  /** Returns the recipient; empty: everyone in the session. */
  public Optional<AgentId> to() {
    return draft.to();
  }
}
