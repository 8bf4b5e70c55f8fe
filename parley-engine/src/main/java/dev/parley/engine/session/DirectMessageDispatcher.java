package dev.parley.engine.session;

import dev.parley.engine.log.LogReader;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.page.ListPage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * Delivers the messages of one session to the mailboxes of this node, in the order of the session.
 */
final class DirectMessageDispatcher {
  private final WorkspaceId workspace;
  private final MailboxRegistry mail;
  private final LogReader<SessionMessage> reader;

  /** The number of the last change it was woken for by a look. */
  private volatile long lookedAt;

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
    this.lookedAt = seq;
    this.reader =
        new LogReader<>(
            seq, at -> page(after.apply(at)), SessionMessage::seq, this::deliver, executor);
  }

  private static ListPage<SessionMessage> page(List<SessionMessage> messages) {
    return new ListPage<>(messages, !messages.isEmpty());
  }

  /** Wakes it for the message {@code seq}. */
  void dispatch(long seq) {
    if (mail.hasMailboxes(workspace)) {
      reader.wake();
    } else {
      reader.skipTo(seq);
    }
  }

  /** Wakes it if it was not woken for {@code last}, or its last reading failed. */
  void lookAgain(long last) {
    if (last > lookedAt || reader.hasFailed()) {
      lookedAt = last;
      reader.wake();
    }
  }

  /** Wakes it if its last reading failed. */
  void repeatFailed() {
    if (reader.hasFailed()) {
      reader.wake();
    }
  }

  /** Delivers what is committed on this node and not delivered yet, on this thread. */
  void catchUp() {
    reader.catchUp();
  }

  private void deliver(SessionMessage message) {
    mail.each(workspace, box -> box.take(message));
  }
}
