package dev.parley.engine.delivery;

import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;

/**
 * A session message in a mailbox, without its text.
 *
 * @param toOne whether it is for one agent alone, not for everyone in the session
 */
public record MailItem(SessionId session, long seq, boolean toOne) {
  /** Returns the item of a message. */
  public static MailItem of(SessionMessage message) {
    return new MailItem(message.session(), message.seq(), message.to().isPresent());
  }
}
