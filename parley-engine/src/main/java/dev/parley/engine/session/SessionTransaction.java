package dev.parley.engine.session;

import dev.parley.event.SessionEvent;
import dev.parley.id.AgentId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.SessionFull;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session during a write: its row is locked until the transaction ends. */
public final class SessionTransaction {
  private static final String LOCK =
      """
      SELECT last_seq, messages, tasks, artifacts, reviews FROM parley_session
      WHERE id = ?1 FOR UPDATE
      """;
  private static final String UNLOCK =
      """
      UPDATE parley_session
      SET last_seq = ?1, messages = ?2, tasks = ?3, artifacts = ?4, reviews = ?5 WHERE id = ?6
      """;

  /** The counted resources of a session. */
  public enum Held {
    /** Messages. */
    MESSAGE,
    /** Tasks. */
    TASK,
    /** Versions of artifacts. */
    ARTIFACT,
    /** Reviews. */
    REVIEW
  }

  private final EntityManager entities;
  private final String session;
  private final long now;
  private final SessionLimits limits;
  private final Map<Held, Long> held = new EnumMap<>(Held.class);
  private final List<EventRow> events = new ArrayList<>();
  private final int together;
  private final long first;
  private long last;
  private long lastMessage;

  private SessionTransaction(
      EntityManager entities,
      String session,
      long now,
      SessionLimits limits,
      int together,
      Object[] row) {
    this.entities = entities;
    this.session = session;
    this.now = now;
    this.limits = limits;
    this.together = together;
    this.last = ((Number) row[0]).longValue();
    this.first = last;
    int column = 1;
    for (Held what : Held.values()) {
      held.put(what, ((Number) row[column++]).longValue());
    }
  }

  /** Locks the session for {@code together} commands that are committed together. */
  static SessionTransaction locked(
      EntityManager entities, String session, long now, SessionLimits limits, int together) {
    Object[] row =
        (Object[]) entities.createNativeQuery(LOCK).setParameter(1, session).getSingleResult();
    return new SessionTransaction(entities, session, now, limits, together, row);
  }

  /** Returns the entity manager of the transaction. */
  public EntityManager entities() {
    return entities;
  }

  /** Returns the session's key. */
  public String session() {
    return session;
  }

  /** Returns the current time, in milliseconds since 1970. */
  public long now() {
    return now;
  }

  /** Returns the number of commands in the commit. */
  public int together() {
    return together;
  }

  /** Takes the next number. */
  public long nextSeq() {
    return ++last;
  }

  /**
   * Counts one more of {@code what}.
   *
   * @throws ParleyException {@code limit_reached}
   */
  public void add(Held what) {
    if (!hasRoomFor(what)) {
      throw new ParleyException(new SessionFull(what.name().toLowerCase(Locale.ROOT), limit(what)));
    }
    held.put(what, held.getOrDefault(what, 0L) + 1);
  }

  private boolean hasRoomFor(Held what) {
    return held.getOrDefault(what, 0L) < limit(what);
  }

  private long limit(Held what) {
    return switch (what) {
      case MESSAGE -> limits.messages();
      case TASK -> limits.tasks();
      case ARTIFACT -> limits.artifacts();
      case REVIEW -> limits.reviews();
    };
  }

  /**
   * Counts one more message and takes its number; it is delivered once this is committed.
   *
   * @throws ParleyException {@code limit_reached}
   */
  long nextMessage() {
    add(Held.MESSAGE);
    lastMessage = nextSeq();
    return lastMessage;
  }

  /** Returns true if the session may have another message. */
  boolean hasRoomForMessage() {
    return hasRoomFor(Held.MESSAGE);
  }

  /** Returns the number of the last message it writes; 0 without one. */
  long lastMessage() {
    return lastMessage;
  }

  /** Records a change; returns its number. */
  public long record(@Nullable AgentId agent, SessionEvent event) {
    long seq = nextSeq();
    events.add(new EventRow(session, seq, now, agent, event));
    return seq;
  }

  /** Returns true if a number was taken. */
  boolean hasChanged() {
    return last > first;
  }

  /** Writes the recorded changes, in one go, and the session's new counts. */
  void finish() {
    events.forEach(entities::persist);
    if (hasChanged()) {
      entities
          .createNativeQuery(UNLOCK)
          .setParameter(1, last)
          .setParameter(2, held.get(Held.MESSAGE))
          .setParameter(3, held.get(Held.TASK))
          .setParameter(4, held.get(Held.ARTIFACT))
          .setParameter(5, held.get(Held.REVIEW))
          .setParameter(6, session)
          .executeUpdate();
    }
  }
}
