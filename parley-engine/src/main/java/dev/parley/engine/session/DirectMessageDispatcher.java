package dev.parley.engine.session;

import dev.parley.engine.topic.CoalescingTask;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * Takes what is said in one session to the mailboxes of this node, in the order of the session: it
 * reads after a position whenever it is woken.
 */
final class DirectMessageDispatcher {
  private static final System.Logger LOG =
      System.getLogger(DirectMessageDispatcher.class.getName());

  private final WorkspaceId workspace;
  private final MailboxRegistry mail;
  private final LongFunction<List<SessionMessage>> after;
  private final CoalescingTask wakeup = new CoalescingTask(this::deliver);
  private long position;

  /**
   * Delivers what is said after {@code position}.
   *
   * @param after reads a piece of what stands after a position
   */
  DirectMessageDispatcher(
      WorkspaceId workspace,
      MailboxRegistry mail,
      Executor executor,
      LongFunction<List<SessionMessage>> after,
      long position) {
    this.workspace = workspace;
    this.mail = mail;
    this.after = after;
    this.position = position;
    wakeup.runOn(executor);
  }

  /** Something was said at {@code seq}. */
  void said(long seq) {
    if (mail.isHeard(workspace)) {
      wakeup.wake();
    } else {
      synchronized (this) {
        position = Math.max(position, seq);
      }
    }
  }

  /** Looks whether another node has something. */
  void lookAgain() {
    if (mail.isHeard(workspace)) {
      wakeup.wake();
    }
  }

  /** Answers whether there may be more. */
  private synchronized boolean deliver() {
    try {
      List<SessionMessage> said = after.apply(position);
      for (SessionMessage message : said) {
        mail.each(workspace, box -> box.take(message));
        position = message.seq();
      }
      return !said.isEmpty();
    } catch (RuntimeException away) {
      LOG.log(System.Logger.Level.DEBUG, "Mail is delivered a little later.", away);
      return false;
    }
  }
}
