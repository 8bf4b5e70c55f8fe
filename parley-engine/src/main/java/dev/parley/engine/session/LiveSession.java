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
import dev.parley.message.SessionMessageDraft;
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

/** A session in use on this node: its writes, its reads and its followers. */
public final class LiveSession {
  private static final String LAST = "SELECT s.lastSeq FROM Session s WHERE s.id = :session";

  /** The messages in memory at once during delivery: of the longest, 4 MB. */
  private static final int PAGE = 64;

  private final Shared shared;
  private final Runnable beforeCall;
  private final Runnable beforeWrite;

  /**
   * Makes a session live.
   *
   * @param last the number of its last change
   */
  LiveSession(
      WorkspaceId workspace, SessionId id, String key, long last, SessionResources resources) {
    this(new Shared(workspace, id, key, last, resources), () -> {}, () -> {});
  }

  private LiveSession(Shared shared, Runnable beforeCall, Runnable beforeWrite) {
    this.shared = shared;
    this.beforeCall = beforeCall;
    this.beforeWrite = beforeWrite;
  }

  /**
   * Returns a view of the session in which {@code beforeCall} runs before every call and {@code
   * beforeWrite} before every write; both may refuse.
   */
  public LiveSession attended(Runnable beforeCall, Runnable beforeWrite) {
    return new LiveSession(shared, beforeCall, beforeWrite);
  }

  /** Returns its workspace. */
  WorkspaceId workspace() {
    return shared.workspace;
  }

  /** Returns its id. */
  public SessionId id() {
    return shared.id;
  }

  /** Returns its key in rows. */
  public String key() {
    return shared.key;
  }

  /** Commits a change; returns when it is on disk, as far as the database guarantees that. */
  public <T> T write(SessionCommand<T> command) {
    return commit(QueuedCommand.of(command));
  }

  /** Commits a change, whose statements share a round trip with those of others. */
  public <T> T write(BatchableCommand<?, T> command) {
    return commit(QueuedCommand.of(command));
  }

  private <T> T commit(QueuedCommand<T> command) {
    beforeCall.run();
    beforeWrite.run();
    T result = shared.writer.commit(command);
    shared.committed.accept(shared.workspace);
    return result;
  }

  /** Reads rows. */
  public <T> T read(Function<EntityManager, T> read) {
    beforeCall.run();
    return shared.transactions.read(read);
  }

  /** Returns the present time, in milliseconds of the clock that dates its changes. */
  public long now() {
    return shared.clock.millis();
  }

  /** Returns the number of its last change; 0 before the first. */
  long lastSeq() {
    return read(
        entities ->
            entities
                .createQuery(LAST, Long.class)
                .setParameter("session", shared.key)
                .getSingleResult());
  }

  /** Summarizes its progress and size. */
  public SessionOverview overview() {
    return read(
        entities -> {
          SessionRow row = entities.find(SessionRow.class, shared.key);
          entities.refresh(row);
          return row.overview();
        });
  }

  SessionMessageRows messages(EntityManager entities) {
    return shared.messages(entities);
  }

  /**
   * Writes messages about what {@code from} does in {@code writing}; they are delivered once it is
   * committed. Messages to {@code from} are left out, and those past the limit of the session: what
   * is done does not fail for want of room to say it.
   */
  public void inform(SessionTransaction writing, Actor from, List<SessionMessageDraft> drafts) {
    SessionMessageRows rows = messages(writing.entities());
    for (SessionMessageDraft draft : drafts) {
      if (!draft.to().equals(Optional.of(from.agent())) && writing.hasRoomForMessage()) {
        rows.insert(writing, from, draft);
      }
    }
  }

  /**
   * Reads the first changes after a number, messages included.
   *
   * @param reader the agent that reads, which gets no direct messages between others; empty for one
   *     that gets all
   */
  public ListPage<RecordedEvent> events(
      long after, Set<Event.Kind> kinds, PageSize<RecordedEvent> size, Optional<AgentId> reader) {
    return read(entities -> eventRows(entities, reader).after(after, kinds, size));
  }

  /**
   * Reads the last changes before a number, messages included, oldest first.
   *
   * @param reader as in {@link #events}
   */
  public ListPage<RecordedEvent> eventsBefore(
      long before, Set<Event.Kind> kinds, PageSize<RecordedEvent> size, Optional<AgentId> reader) {
    return read(entities -> eventRows(entities, reader).before(before, kinds, size));
  }

  /** Reads the last changes of a task, oldest first. */
  public ListPage<RecordedEvent> changesOf(TaskId task, int limit) {
    return read(entities -> eventRows(entities, Optional.empty()).of(task, limit));
  }

  private EventRows eventRows(EntityManager entities, Optional<AgentId> reader) {
    return new EventRows(entities, shared.key, messages(entities), reader);
  }

  /**
   * Delivers every change after a number to {@code consumer}, on a thread of {@code executor}. The
   * consumer gets the direct messages of all.
   */
  public Subscription follow(long after, Consumer<RecordedEvent> consumer, Executor executor) {
    return shared.followers.add(this, after, consumer, executor);
  }

  /** Delivers a thought to the current followers, and remembers it as the agent's last one. */
  public void think(AgentId agent, String content) {
    beforeCall.run();
    Instant now = Instant.ofEpochMilli(shared.clock.millis());
    shared.thoughts.remember(agent, content, now);
    shared.followers.deliver(
        seq -> new RecordedEvent(seq, now, Optional.of(agent), new AgentThinking(content)));
  }

  /** Drops the last thought of {@code agent}, which has finished a task or declared its end. */
  public void finished(AgentId agent) {
    shared.thoughts.forget(agent);
  }

  /** Returns the last thought of each agent. */
  public List<Thought> thoughts() {
    beforeCall.run();
    return shared.thoughts.all();
  }

  /** Counts the writes of this node that are not committed. */
  int unconfirmed() {
    return shared.writer.unconfirmed();
  }

  /** Returns true if it has followers on this node. */
  boolean isFollowed() {
    return !shared.followers.isEmpty();
  }

  /** Wakes the followers if they were not woken for {@code last}, the number of its last change. */
  void lookAgain(long last) {
    shared.followers.lookAgain(last);
  }

  /** Returns true if this node has mailboxes for its messages. */
  boolean hasMailboxes() {
    return shared.mail.hasMailboxes(shared.workspace);
  }

  /** Wakes the delivery if it was not woken for {@code last}, the number of its last change. */
  void lookForMail(long last) {
    shared.dispatcher.lookAgain(last);
  }

  /** Wakes the delivery if its last reading failed. */
  void repeatFailedDelivery() {
    shared.dispatcher.repeatFailed();
  }

  /** Delivers to the mailboxes what this node has committed, on this thread. */
  void deliverNow() {
    shared.dispatcher.catchUp();
  }

  /** Records that calls of {@code agent} have returned everything up to {@code upTo}. */
  void answered(AgentId agent, long upTo) {
    shared.mail.answered(shared.workspace, agent, shared.id, upTo);
  }

  /** The session itself, the same in every view. */
  private static final class Shared {
    private final WorkspaceId workspace;
    private final SessionId id;
    private final String key;
    private final Transactions transactions;
    private final InstantSource clock;
    private final SessionWriter writer;
    private final EventFollowers followers = new EventFollowers();
    private final Thoughts thoughts = new Thoughts();
    private final MailboxRegistry mail;
    private final Consumer<WorkspaceId> committed;
    private final DirectMessageDispatcher dispatcher;

    Shared(WorkspaceId workspace, SessionId id, String key, long last, SessionResources resources) {
      this.workspace = workspace;
      this.id = id;
      this.key = key;
      this.transactions = resources.transactions();
      this.clock = resources.clock();
      this.mail = resources.mail();
      this.committed = resources.committed();
      this.dispatcher =
          new DirectMessageDispatcher(
              workspace, mail, resources.delivering(), this::messagesAfter, last);
      this.writer =
          new SessionWriter(
              transactions, key, clock, resources.limits(), followers::wake, dispatcher::dispatch);
    }

    private SessionMessageRows messages(EntityManager entities) {
      return new SessionMessageRows(entities, key, id);
    }

    private List<SessionMessage> messagesAfter(long after) {
      return transactions.read(entities -> messages(entities).between(after, Long.MAX_VALUE, PAGE));
    }
  }
}
