package dev.parley.engine.session;

import dev.parley.engine.persistence.Transactions;
import dev.parley.event.AgentThinking;
import dev.parley.event.Event;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.message.Subscription;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.session.SessionOverview;
import dev.parley.session.Thought;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** A session somebody of this node has been in: how it is written, read and followed. */
public final class LiveSession {
  private static final String LAST = "SELECT s.lastSeq FROM Session s WHERE s.id = :session";

  /** The messages that are in memory at once while they are delivered: of the longest, 4 MB. */
  private static final int PAGE = 64;

  private final SessionId id;
  private final String key;
  private final Transactions transactions;
  private final InstantSource clock;
  private final SessionWriter writer;
  private final EventFollowers followers;
  private final Thoughts thoughts;
  private final Runnable beforeCall;
  private final Runnable beforeWrite;
  private final WorkspaceId workspace;
  private final MailboxRegistry mail;
  private final DirectMessageDispatcher postman;

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
      MailboxRegistry mail,
      Executor delivering) {
    this.workspace = workspace;
    this.mail = mail;
    this.postman = new DirectMessageDispatcher(workspace, mail, delivering, this::said, last);
    this.id = id;
    this.key = key;
    this.transactions = transactions;
    this.clock = clock;
    this.followers = new EventFollowers();
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
  public <T> T write(SessionCommand<T> write) {
    return writeTogether(
        writing -> {
          T result = write.in(writing);
          return done -> result;
        });
  }

  /** Commits a change that goes to the database together with others of its kind. */
  public <T> T writeTogether(BatchableCommand<T> write) {
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

  SessionMessageRows messages(EntityManager entities) {
    return new SessionMessageRows(entities, key, id);
  }

  /** The first changes after a position, messages included. */
  public ListPage<RecordedEvent> events(
      long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return read(entities -> eventRows(entities).after(after, kinds, size));
  }

  /** The last changes before a position, messages included, the oldest first. */
  public ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size) {
    return read(entities -> eventRows(entities).before(before, kinds, size));
  }

  /** The last changes of a task, the oldest first. */
  public ListPage<RecordedEvent> changesOf(TaskId task, int limit) {
    return read(entities -> eventRows(entities).of(task, limit));
  }

  private EventRows eventRows(EntityManager entities) {
    return new EventRows(entities, key, messages(entities));
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
}
