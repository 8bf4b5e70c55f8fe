package dev.parley.engine.session;

import dev.parley.engine.topic.CoalescingTask;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * Delivers the messages of one session to the mailboxes of this node, in the order of the session.
 * It reads after the last delivered number whenever it is woken.
 */
final class DirectMessageDispatcher {
  private static final System.Logger LOG =
      System.getLogger(DirectMessageDispatcher.class.getName());

  private final WorkspaceId workspace;
  private final MailboxRegistry mail;
  private final LongFunction<List<SessionMessage>> after;
  private final CoalescingTask wakeup = new CoalescingTask(this::deliver);
  private long delivered;

  /**
   * Makes a dispatcher of the messages after {@code seq}.
   *
   * @param after reads a page of the messages after a number
   */
  DirectMessageDispatcher(
      WorkspaceId workspace,
      MailboxRegistry mail,
      Executor executor,
      LongFunction<List<SessionMessage>> after,
      long seq) {
    this.workspace = workspace;
    this.mail = mail;
    this.after = after;
    this.delivered = seq;
    wakeup.runOn(executor);
  }

  /** Wakes it for the message {@code seq}. */
  void said(long seq) {
    if (mail.hasMailboxes(workspace)) {
      wakeup.wake();
    } else {
      synchronized (this) {
        delivered = Math.max(delivered, seq);
      }
    }
  }

  /** Wakes it for messages other nodes may have written. */
  void lookAgain() {
    if (mail.hasMailboxes(workspace)) {
      wakeup.wake();
    }
  }

  /** Delivers a page; returns true if there may be more. */
  private synchronized boolean deliver() {
    try {
      List<SessionMessage> said = after.apply(delivered);
      for (SessionMessage message : said) {
        mail.each(workspace, box -> box.take(message));
        delivered = message.seq();
      }
      return !said.isEmpty();
    } catch (RuntimeException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Direct message delivery delayed: database unreachable; retrying.",
          away);
      return false;
    }
  }
}
