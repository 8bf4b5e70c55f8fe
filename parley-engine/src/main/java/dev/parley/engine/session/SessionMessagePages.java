package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import dev.parley.session.SessionMessagePage;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/**
 * Pages of the messages of a session. Their lengths are read first, so only the content that a page
 * holds is read.
 */
final class SessionMessagePages {
  private static final String LENGTHS =
      """
      SELECT m.key.seq, LENGTH(m.content), m.flags FROM SessionMessage m
      WHERE m.key.session = :session
      """;
  private static final String IN_ORDER = " ORDER BY m.key.session, m.key.seq";
  private static final String FOR_AGENT = LENGTHS + SessionMessageRows.SEEN_BY_AGENT + IN_ORDER;
  private static final String AFTER = LENGTHS + " AND m.key.seq > :after AND m.key.seq <= :last";
  private static final String BEFORE = LENGTHS + " AND m.key.seq < :before";
  private static final String NEWEST_FIRST = " ORDER BY m.key.session DESC, m.key.seq DESC";
  private static final String AT = LENGTHS + " AND m.key.seq IN :seqs" + IN_ORDER;

  /** The usual length of a message's metadata, if it has any; the maximum is ten times that. */
  private static final int METADATA_LENGTH = 2_048;

  private final EntityManager entities;
  private final String key;
  private final SessionMessageRows rows;

  /**
   * Makes the pages of a session.
   *
   * @param key the session's
   * @param rows its messages
   */
  SessionMessagePages(EntityManager entities, String key, SessionMessageRows rows) {
    this.entities = entities;
    this.key = key;
    this.rows = rows;
  }

  /**
   * The length of a message.
   *
   * @param length in characters, with its metadata
   */
  record Length(long seq, long length) {
    private static Length of(Object[] row) {
      boolean hasMetadata = (number(row[2]) & SessionMessageRow.HAS_METADATA) != 0;
      return new Length(number(row[0]), number(row[1]) + (hasMetadata ? METADATA_LENGTH : 0));
    }
  }

  /** Reads the first messages for an agent after a number. */
  SessionMessagePage forAgent(AgentId agent, long after, PageSize<SessionMessage> size) {
    List<Length> lengths =
        lengths(
            entities
                .createQuery(FOR_AGENT, Object[].class)
                .setParameter("session", key)
                .setParameter("agent", agent.value())
                .setParameter("after", after)
                .setMaxResults(size.limit() + 1)
                .getResultList());
    if (lengths.isEmpty()) {
      return new SessionMessagePage(List.of(), false);
    }
    List<Length> fitting =
        new PageSize<>(size.limit(), size.budget(), Length::length).firstOf(lengths);
    long last = fitting.get(fitting.size() - 1).seq();
    List<SessionMessage> page = size.firstOf(rows.forAgent(agent, after, last));
    return new SessionMessagePage(page, page.size() < lengths.size());
  }

  /**
   * Reads the lengths of the first messages after a number and up to another, in order.
   *
   * @param reader leaves out direct messages that it may not read
   */
  List<Length> lengthsAfter(long after, long last, int limit, Optional<AgentId> reader) {
    return lengths(
        rows.query(AFTER, IN_ORDER, reader)
            .setParameter("after", after)
            .setParameter("last", last)
            .setMaxResults(limit)
            .getResultList());
  }

  /**
   * Reads the lengths of the last messages before a number, newest first.
   *
   * @param reader leaves out direct messages that it may not read
   */
  List<Length> lengthsBefore(long before, int limit, Optional<AgentId> reader) {
    return lengths(
        rows.query(BEFORE, NEWEST_FIRST, reader)
            .setParameter("before", before)
            .setMaxResults(limit)
            .getResultList());
  }

  /** Reads the lengths of the messages {@code seqs}, at most some hundreds, in order. */
  List<Length> lengthsAt(List<Long> seqs) {
    return lengths(
        entities
            .createQuery(AT, Object[].class)
            .setParameter("session", key)
            .setParameter("seqs", seqs)
            .getResultList());
  }

  private static List<Length> lengths(List<Object[]> rows) {
    return rows.stream().map(Length::of).toList();
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }
}
