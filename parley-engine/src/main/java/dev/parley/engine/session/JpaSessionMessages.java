package dev.parley.engine.session;

import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.delivery.ReadProgress;
import dev.parley.engine.waiting.DeclaredEnd;
import dev.parley.engine.waiting.WaitingDirectory;
import dev.parley.id.AgentId;
import dev.parley.message.DeliveryStatus;
import dev.parley.message.Recipient;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.session.SessionMessagePage;
import dev.parley.session.SessionMessages;
import dev.parley.spi.Telemetry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The messages of a session, as one agent sees them. */
public final class JpaSessionMessages implements SessionMessages {
  private final LiveSession session;
  private final Actor actor;
  private final AgentId agent;
  private final DeliveryLedger ledger;
  private final Optional<Mailbox> mailbox;

  private final Runnable beforeSend;
  private final Telemetry telemetry;

  /**
   * Makes the messages of {@code session} as {@code actor} sees them.
   *
   * @param mailbox the mailbox of the reading connection, if that is the agent's own
   * @param beforeSend runs before a message is sent; may refuse
   * @param telemetry observes the messages that are sent
   */
  public JpaSessionMessages(
      LiveSession session,
      Actor actor,
      DeliveryLedger ledger,
      Optional<Mailbox> mailbox,
      Runnable beforeSend,
      Telemetry telemetry) {
    this.session = session;
    this.actor = actor;
    this.agent = actor.agent();
    this.ledger = ledger;
    this.mailbox = mailbox;
    this.beforeSend = beforeSend;
    this.telemetry = telemetry;
  }

  @Override
  public SessionMessage send(SessionMessageDraft draft) {
    refuseReserved(draft);
    beforeSend.run();
    SessionMessage sent =
        session.write(
            writing -> {
              SessionMessageRows rows = session.messages(writing.entities());
              Optional<SessionMessage> earlier =
                  draft.idempotencyKey().flatMap(key -> rows.under(agent, key));
              earlier.ifPresent(message -> refuseOther(message, draft));
              return earlier.orElseGet(() -> insert(writing, rows, draft));
            });
    telemetry.posted(Telemetry.MessageStore.SESSION, sent.id());
    if (DeclaredEnd.of(sent.draft().content()).filter(DeclaredEnd::isFinal).isPresent()) {
      session.finished(agent);
    }
    return sent;
  }

  private SessionMessage insert(
      SessionTransaction writing, SessionMessageRows rows, SessionMessageDraft draft) {
    SessionMessage message = rows.insert(writing, actor, draft);
    WaitingDirectory.sent(writing.entities(), session.workspace(), session.key(), message);
    return message;
  }

  @Override
  public List<SessionMessage> after(long seq) {
    return recorded(seq, session.read(entities -> session.messages(entities).forAgent(agent, seq)));
  }

  @Override
  public SessionMessagePage after(long seq, PageSize<SessionMessage> size) {
    SessionMessagePage page =
        session.read(entities -> session.messages(entities).pages().forAgent(agent, seq, size));
    return new SessionMessagePage(recorded(seq, page.messages()), page.hasMore());
  }

  /** Records the delivery of {@code messages}, which follow {@code seq}. */
  private List<SessionMessage> recorded(long seq, List<SessionMessage> messages) {
    if (!messages.isEmpty()) {
      long last = messages.get(messages.size() - 1).seq();
      ledger.note(session.key(), agent, ReadProgress.read(0, last));
      session.answered(agent, last);
      mailbox.ifPresent(box -> box.read(session.id(), seq + 1, last));
    }
    long seen = messages.isEmpty() ? Math.min(seq, session.lastSeq()) : seq;
    if (seen > 0) {
      ledger.note(session.key(), agent, ReadProgress.seen(seen));
    }
    return messages;
  }

  private static void refuseReserved(SessionMessageDraft draft) {
    if (draft.metadata().keySet().stream().anyMatch(SessionMessageDraft::isReserved)) {
      throw InvalidArgument.refusal(
          "metadata",
          "keys that begin with " + SessionMessageDraft.RESERVED + " are for the server alone");
    }
  }

  private static void refuseOther(SessionMessage earlier, SessionMessageDraft draft) {
    if (!earlier.draft().equals(draft)) {
      throw new ParleyException(
          new KeyReused(draft.idempotencyKey().orElseThrow(), "message", earlier.id().value()));
    }
  }

  @Override
  public void acknowledge(long seq) {
    long last = session.lastSeq();
    if (seq < 1 || seq > last) {
      throw InvalidArgument.refusal(
          "seq", "it must be 1 to " + last + ", the last position", Map.of("limit", last));
    }
    ledger.acknowledge(session.key(), agent, seq);
    session.answered(agent, seq);
    mailbox.ifPresent(box -> box.read(session.id(), 1, seq));
  }

  @Override
  public DeliveryStatus status(long seq) {
    SessionMessage message =
        session.read(entities -> session.messages(entities).between(seq - 1, seq, 1)).stream()
            .findFirst()
            .orElseThrow(() -> new ParleyException(new NotFound("message")));
    if (message.to().isPresent() && !isBetween(message)) {
      throw new ParleyException(
          new NotPermitted("the status of a direct message is for its sender and its recipient"));
    }
    List<Recipient> recipients =
        message
            .to()
            .map(to -> List.of(ledger.recipient(session.key(), to, seq)))
            .orElseGet(
                () ->
                    ledger.recipients(session.key(), seq).stream()
                        .filter(recipient -> !recipient.agent().equals(message.from()))
                        .toList());
    Set<AgentId> answering =
        session.read(
            entities ->
                session.messages(entities).sendersTo(message.from(), seq, Recipient.MAX_LOOKED_AT));
    return new DeliveryStatus(
        message.id(),
        seq,
        recipients.stream()
            .map(recipient -> recipient.answered(answering.contains(recipient.agent())))
            .toList());
  }

  private boolean isBetween(SessionMessage message) {
    return message.from().equals(agent) || message.to().filter(agent::equals).isPresent();
  }
}
