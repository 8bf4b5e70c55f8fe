package dev.parley.engine.session;

import dev.parley.ParleyException;
import dev.parley.agent.AgentId;
import dev.parley.event.SessionEvent;
import dev.parley.problem.SessionFull;
import jakarta.persistence.EntityManager;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session while it is written: its row is locked until the transaction ends. */
public final class Writing {
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

  /** What a session holds so and so many of. */
  public enum Held {
    /** Messages. */
    MESSAGE,
    /** Tasks. */
    TASK,
    /** Versions of deliverables. */
    ARTIFACT,
    /** Reviews. */
    REVIEW
  }

  private final EntityManager entities;
  private final String session;
  private final long now;
  private final SessionLimits limits;
  private final Map<Held, Long> held = new EnumMap<>(Held.class);
  private final long first;
  private long last;

  private Writing(
      EntityManager entities, String session, long now, SessionLimits limits, Object[] row) {
    this.entities = entities;
    this.session = session;
    this.now = now;
    this.limits = limits;
    this.last = ((Number) row[0]).longValue();
    this.first = last;
    int column = 1;
    for (Held what : Held.values()) {
      held.put(what, ((Number) row[column++]).longValue());
    }
  }

  static Writing locked(EntityManager entities, String session, long now, SessionLimits limits) {
    Object[] row =
        (Object[]) entities.createNativeQuery(LOCK).setParameter(1, session).getSingleResult();
    return new Writing(entities, session, now, limits, row);
  }

  /** Where rows are read and written. */
  public EntityManager entities() {
    return entities;
  }

  /** The session's key. */
  public String session() {
    return session;
  }

  /** This moment, in milliseconds since 1970. */
  public long now() {
    return now;
  }

  /** Takes the next position. */
  public long nextSeq() {
    return ++last;
  }

  /**
   * Counts one more of {@code what}.
   *
   * @throws ParleyException {@code limit_reached}
   */
  public void add(Held what) {
    long limit =
        switch (what) {
          case MESSAGE -> limits.messages();
          case TASK -> limits.tasks();
          case ARTIFACT -> limits.artifacts();
          case REVIEW -> limits.reviews();
        };
    long already = held.getOrDefault(what, 0L);
    if (already >= limit) {
      throw new ParleyException(new SessionFull(what.name().toLowerCase(Locale.ROOT), limit));
    }
    held.put(what, already + 1);
  }

  /** Records what changed, at the next position, which it answers. */
  public long record(@Nullable AgentId agent, SessionEvent event) {
    long seq = nextSeq();
    entities.persist(new EventRow(session, seq, now, agent, event));
    return seq;
  }

  /** Whether anything took a position. */
  boolean hasChanged() {
    return last > first;
  }

  void finish() {
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
