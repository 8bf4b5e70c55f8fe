package dev.parley.engine.session;

import dev.parley.agent.AgentId;
import dev.parley.engine.persistence.Transactions;
import dev.parley.event.AgentThinking;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.session.SessionId;
import dev.parley.session.SessionMessage;
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
  private static final String EVENTS =
      "SELECT e FROM SessionEvent e WHERE e.key.session = :session AND e.key.seq > :after"
          + " ORDER BY e.key.seq";

  private final SessionId id;
  private final String key;
  private final Transactions transactions;
  private final InstantSource clock;
  private final SessionWriter writer;
  private final Followers followers = new Followers();

  LiveSession(
      SessionId id,
      String key,
      Transactions transactions,
      InstantSource clock,
      SessionLimits limits) {
    this.id = id;
    this.key = key;
    this.transactions = transactions;
    this.clock = clock;
    this.writer = new SessionWriter(transactions, key, clock, limits, followers::wake);
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
    return writer.commit(write);
  }

  /** Reads rows. */
  public <T> T read(Function<EntityManager, T> read) {
    return transactions.call(read);
  }

  MessageRows messages(EntityManager entities) {
    return new MessageRows(entities, key, id);
  }

  /** What changed after a position, messages included. */
  public List<RecordedEvent> eventsAfter(long after, int limit) {
    return read(
        entities -> {
          Stream<RecordedEvent> changes =
              entities
                  .createQuery(EVENTS, EventRow.class)
                  .setParameter("session", key)
                  .setParameter("after", after)
                  .setMaxResults(limit)
                  .getResultStream()
                  .map(EventRow::snapshot);
          Stream<RecordedEvent> said =
              messages(entities).all(after, limit).stream().map(LiveSession::said);
          return Stream.concat(changes, said)
              .sorted(Comparator.comparingLong(RecordedEvent::seq))
              .limit(limit)
              .toList();
        });
  }

  /** Hands every change after a position to {@code consumer}, on a thread of {@code executor}. */
  public AutoCloseable follow(long after, Consumer<RecordedEvent> consumer, Executor executor) {
    return followers.add(this, after, consumer, executor);
  }

  /** Tells those who follow at this moment. */
  public void think(AgentId agent, String content) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    followers.tell(
        seq -> new RecordedEvent(seq, now, Optional.of(agent), new AgentThinking(content)));
  }

  /** Has followers look again, for what another node wrote. */
  void lookAgain() {
    followers.wake();
  }

  private static RecordedEvent said(SessionMessage message) {
    return new RecordedEvent(
        message.seq(), message.sentAt(), Optional.of(message.from()), new MessageSaid(message));
  }
}
