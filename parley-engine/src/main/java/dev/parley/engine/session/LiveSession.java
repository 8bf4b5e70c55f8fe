package dev.parley.engine.session;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.persistence.Transactions;
import dev.parley.event.AgentThinking;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.session.SessionId;
import dev.parley.session.SessionMessage;
import dev.parley.session.SessionOverview;
import dev.parley.session.Thought;
import dev.parley.spi.Subscription;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A session somebody of this node has been in: how it is written, read and followed. */
public final class LiveSession {
  private static final String LAST = "SELECT s.lastSeq FROM Session s WHERE s.id = :session";
  private static final String EVENTS =
      "SELECT e FROM SessionEvent e WHERE e.key.session = :session"
          + " AND e.key.seq > :after AND e.key.seq <= :last ORDER BY e.key.session, e.key.seq";

  private static final int PAGE = 256;

  private final SessionId id;
  private final String key;
  private final Transactions transactions;
  private final InstantSource clock;
  private final SessionWriter writer;
  private final Followers followers;
  private final Thoughts thoughts;
  private final Runnable beforeCall;
  private final Runnable beforeWrite;
  private final WorkspaceId workspace;
  private final Mail mail;
  private final Postman postman;

  /**
   * A session that becomes live.
   *
   * @param last the position of its last change
   * @param mail where what is said in it goes, on threads of {@code delivering}
   */
  LiveSession(
      WorkspaceId workspace,
      SessionId id,
      String key,
      long last,
      Transactions transactions,
      InstantSource clock,
      SessionLimits limits,
      Mail mail,
      Executor delivering) {
    this.workspace = workspace;
    this.mail = mail;
    this.postman = new Postman(workspace, mail, delivering, this::said, last);
    this.id = id;
    this.key = key;
    this.transactions = transactions;
    this.clock = clock;
    this.followers = new Followers();
    this.thoughts = new Thoughts();
    this.writer = new SessionWriter(transactions, key, clock, limits, followers::wake);
    this.beforeCall = () -> {};
    this.beforeWrite = () -> {};
  }

  private LiveSession(LiveSession same, Runnable beforeCall, Runnable beforeWrite) {
    this.id = same.id;
    this.key = same.key;
    this.transactions = same.transactions;
    this.clock = same.clock;
    this.followers = same.followers;
    this.thoughts = same.thoughts;
    this.writer = same.writer;
    this.beforeCall = beforeCall;
    this.beforeWrite = beforeWrite;
    this.workspace = same.workspace;
    this.mail = same.mail;
    this.postman = same.postman;
  }

  /**
   * The same session; whatever is asked of it, {@code beforeCall} runs first and may refuse, and so
   * does {@code beforeWrite} for a write.
   */
  public LiveSession attended(Runnable beforeCall, Runnable beforeWrite) {
    return new LiveSession(this, beforeCall, beforeWrite);
  }

  /** Its name. */
  public SessionId id() {
    return id;
  }

  /** Its key in rows. */
  public String key() {
    return key;
  }

  /** Commits a change; returns when it is on its way to the disk as far as the database says. */
  public <T> T write(Write<T> write) {
    return writeTogether(
        writing -> {
          T result = write.in(writing);
          return done -> result;
        });
  }

  /** Commits a change that goes to the database together with others of its kind. */
  public <T> T writeTogether(StagedWrite<T> write) {
    beforeCall.run();
    beforeWrite.run();
    return writer.commit(write);
  }

  /** Reads rows. */
  public <T> T read(Function<EntityManager, T> read) {
    beforeCall.run();
    return transactions.read(read);
  }

  /** The position of its last change; 0 before the first. */
  long lastSeq() {
    return read(
        entities ->
            entities.createQuery(LAST, Long.class).setParameter("session", key).getSingleResult());
  }

  /** How far it is, and how much it holds. */
  public SessionOverview overview() {
    return read(
        entities -> {
          SessionRow row = entities.find(SessionRow.class, key);
          entities.refresh(row);
          return row.overview();
        });
  }

  MessageRows messages(EntityManager entities) {
    return new MessageRows(entities, key, id);
  }

  /**
   * What changed after a position, messages included. Asks how far the session is first, and reads
   * both tables up to there: what is committed between the two reads waits for the next one, or a
   * reader could be past a change it was not given.
   */
  public List<RecordedEvent> eventsAfter(long after, int limit) {
    return read(
        entities -> {
          long last =
              entities.createQuery(LAST, Long.class).setParameter("session", key).getSingleResult();
          if (last <= after) {
            return List.of();
          }
          Stream<RecordedEvent> changes =
              entities
                  .createQuery(EVENTS, EventRow.class)
                  .setParameter("session", key)
                  .setParameter("after", after)
                  .setParameter("last", last)
                  .setMaxResults(limit)
                  .getResultList()
                  .stream()
                  .map(EventRow::snapshot);
          Stream<RecordedEvent> said =
              messages(entities).between(after, last, limit).stream().map(LiveSession::said);
          return Stream.concat(changes, said)
              .sorted(Comparator.comparingLong(RecordedEvent::seq))
              .limit(limit)
              .toList();
        });
  }

  /** Hands every change after a position to {@code consumer}, on a thread of {@code executor}. */
  public Subscription follow(long after, Consumer<RecordedEvent> consumer, Executor executor) {
    return followers.add(this, after, consumer, executor);
  }

  /** Tells those who follow at this moment, and remembers it as the agent's last thought. */
  public void think(AgentId agent, String content) {
    beforeCall.run();
    Instant now = Instant.ofEpochMilli(clock.millis());
    thoughts.note(agent, content, now);
    followers.tell(
        seq -> new RecordedEvent(seq, now, Optional.of(agent), new AgentThinking(content)));
  }

  /** {@code agent} has finished a task or declared its end: its last thought is over. */
  public void finished(AgentId agent) {
    thoughts.forget(agent);
  }

  /** What each agent said last that it is thinking. */
  public List<Thought> thoughts() {
    beforeCall.run();
    return thoughts.all();
  }

  /** How many writes of this node are not committed. */
  int unconfirmed() {
    return writer.unconfirmed();
  }

  /** Has followers look again, for what another node wrote. */
  void lookAgain() {
    followers.wake();
  }

  /** Looks whether another node has something for those who are here. */
  void lookForMail() {
    postman.lookAgain();
  }

  /** Something was said at {@code seq}, and is committed. */
  void deliver(long seq) {
    postman.said(seq);
  }

  /** {@code agent} was answered with what was said up to {@code upTo}. */
  void answered(AgentId agent, long upTo) {
    mail.answered(workspace, agent, id, upTo);
  }

  private List<SessionMessage> said(long after) {
    return transactions.read(entities -> messages(entities).between(after, Long.MAX_VALUE, PAGE));
  }

  private static RecordedEvent said(SessionMessage message) {
    return new RecordedEvent(
        message.seq(), message.sentAt(), Optional.of(message.from()), new MessageSaid(message));
  }
}
