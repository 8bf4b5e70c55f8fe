package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.Transactions;
import dev.parley.message.TopicName;
import dev.parley.presence.RosterQuery;
import dev.parley.spi.Retention;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Removes messages past the retention, from the oldest on and a piece at a time, so that no post
 * waits for it. Any node may do it, at the same time as others.
 */
final class Pruning {
  private static final System.Logger LOG = System.getLogger(Pruning.class.getName());
  private static final int PIECE = 1_000;

  /** The age up to which presence answers for agents that are gone. */
  private static final Duration BEATS = RosterQuery.MAX_SINCE;

  private static final String TOPICS = "SELECT t.id, t.lastSeq, t.kind FROM Topic t";
  private static final String OLDEST =
      """
      SELECT m.key.seq, m.sentAt FROM TopicMessage m WHERE m.key.topic = :topic
      ORDER BY m.key.topic, m.key.seq
      """;
  private static final String REMOVE =
      "DELETE FROM TopicMessage m WHERE m.key.topic = :topic AND m.key.seq <= :last";

  private final Transactions transactions;
  private final InstantSource clock;
  private final Retention retention;

  Pruning(Transactions transactions, InstantSource clock, Retention retention) {
    this.transactions = transactions;
    this.clock = clock;
    this.retention = retention;
  }

  /** Prunes every topic; where one call fails, the next one continues. */
  void prune() {
    List<Object[]> topics =
        transactions.read(em -> em.createQuery(TOPICS, Object[].class).getResultList());
    for (Object[] topic : topics) {
      prune((String) topic[0], ((Number) topic[1]).longValue(), longest((String) topic[2]));
    }
  }

  /**
   * Returns the longest age of a topic's messages; of presence, only recent messages mean anything.
   */
  private Optional<Duration> longest(String kind) {
    return kind.equals(TopicName.Kind.PRESENCE.name()) ? Optional.of(BEATS) : retention.age();
  }

  private void prune(String topic, long newest, Optional<Duration> longest) {
    long upTo = retention.messages().isPresent() ? newest - retention.messages().getAsLong() : 0;
    long before = longest.map(age -> clock.millis() - age.toMillis()).orElse(Long.MIN_VALUE);
    while (transactions.call(em -> removePiece(em, topic, upTo, before)) == PIECE) {
      LOG.log(System.Logger.Level.DEBUG, "{0} messages of {1} were removed.", PIECE, topic);
    }
  }

  private static int removePiece(EntityManager em, String topic, long upTo, long before) {
    long last = 0;
    int count = 0;
    for (Object[] row :
        em.createQuery(OLDEST, Object[].class)
            .setParameter("topic", topic)
            .setMaxResults(PIECE)
            .getResultList()) {
      long seq = ((Number) row[0]).longValue();
      if (seq > upTo && ((Number) row[1]).longValue() >= before) {
        break;
      }
      last = seq;
      count++;
    }
    if (count > 0) {
      em.createQuery(REMOVE)
          .setParameter("topic", topic)
          .setParameter("last", last)
          .executeUpdate();
    }
    return count;
  }
}
