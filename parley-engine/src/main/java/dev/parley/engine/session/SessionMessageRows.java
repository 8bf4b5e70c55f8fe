package dev.parley.engine.session;

import dev.parley.engine.id.Ulids;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The messages of a session as rows. */
final class SessionMessageRows {
  private static final String COLUMNS =
      """
      SELECT m.key.seq, m.id, m.sender, m.recipient, m.content, m.thread, m.flags,
        m.idempotencyKey, m.sentAt
      FROM SessionMessage m
      WHERE m.key.session = :session
      """;

  /** The messages after a number that are for an agent. */
  static final String SEEN_BY_AGENT =
      """
       AND m.key.seq > :after
       AND (m.recipient = :agent OR (m.recipient IS NULL AND m.sender <> :agent))
      """;

  private static final String IN_ORDER = " ORDER BY m.key.session, m.key.seq";
  private static final String FOR_AGENT = COLUMNS + SEEN_BY_AGENT + IN_ORDER;
  private static final String FOR_AGENT_UP_TO =
      COLUMNS + SEEN_BY_AGENT + " AND m.key.seq <= :last" + IN_ORDER;
  private static final String TO_ALONE =
      """
      SELECT m.key.seq FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
        AND m.recipient = :agent AND m.sender <> :agent
      ORDER BY m.key.session, m.key.seq
      """;
  private static final String SENDERS_AFTER =
      """
      SELECT m.sender, m.recipient FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
      ORDER BY m.key.session, m.key.seq
      """;
  private static final String BETWEEN = COLUMNS + " AND m.key.seq > :after AND m.key.seq <= :last";
  private static final String READABLE =
      " AND (m.recipient IS NULL OR m.recipient = :reader OR m.sender = :reader)";
  private static final String AT =
      COLUMNS + " AND m.key.seq IN :seqs ORDER BY m.key.session, m.key.seq";
  private static final String UNDER_KEY =
      COLUMNS + " AND m.sender = :agent AND m.idempotencyKey = :key";
  private static final String METADATA =
      """
      SELECT d.place.seq, d.name, d.content FROM SessionMessageMetadata d
      WHERE d.place.session = :session AND d.place.seq BETWEEN :first AND :last
      ORDER BY d.place.seq, d.place.place
      """;

  private final EntityManager entities;
  private final String key;
  private final SessionId session;

  SessionMessageRows(EntityManager entities, String key, SessionId session) {
    this.entities = entities;
    this.key = key;
    this.session = session;
  }

  /** Returns the pages of the same messages. */
  SessionMessagePages pages() {
    return new SessionMessagePages(entities, key, this);
  }

  /**
   * Inserts a message, which takes the next number.
   *
   * @throws dev.parley.problem.ParleyException {@code limit_reached}
   */
  SessionMessage insert(SessionTransaction writing, Actor from, SessionMessageDraft draft) {
    long seq = writing.nextMessage();
    SessionMessage message =
        new SessionMessage(
            Ulids.nextMessage(),
            session,
            seq,
            from.agent(),
            from.isVerified(),
            Instant.ofEpochMilli(writing.now()),
            draft);
    entities.persist(new SessionMessageRow(key, message));
    if (!draft.metadata().isEmpty()) {
      entities.flush(); // a provider is free to insert rows that refer to it first
    }
    int place = 0;
    for (Map.Entry<String, String> entry : draft.metadata().entrySet()) {
      entities.persist(new MetadataRow(key, seq, place++, entry.getKey(), entry.getValue()));
    }
    return message;
  }

  /**
   * Returns the agents that sent something to {@code agent} or to all after {@code after}; looks at
   * {@code limit} messages.
   */
  Set<AgentId> sendersTo(AgentId agent, long after, int limit) {
    return entities
        .createQuery(SENDERS_AFTER, Object[].class)
        .setParameter("session", key)
        .setParameter("after", after)
        .setMaxResults(limit)
        .getResultList()
        .stream()
        .filter(row -> row[1] == null || agent.value().equals(row[1]))
        .map(row -> new AgentId((String) row[0]))
        .collect(Collectors.toSet());
  }

  Optional<SessionMessage> under(AgentId sender, String idempotencyKey) {
    return messages(
            entities
                .createQuery(UNDER_KEY, Object[].class)
                .setParameter("session", key)
                .setParameter("agent", sender.value())
                .setParameter("key", idempotencyKey)
                .getResultList())
        .stream()
        .findFirst();
  }

  List<SessionMessage> forAgent(AgentId agent, long after) {
    return messages(
        entities
            .createQuery(FOR_AGENT, Object[].class)
            .setParameter("session", key)
            .setParameter("agent", agent.value())
            .setParameter("after", after)
            .getResultList());
  }

  /** Reads the messages {@link #forAgent(AgentId, long)} returns, up to a number. */
  List<SessionMessage> forAgent(AgentId agent, long after, long last) {
    return messages(
        entities
            .createQuery(FOR_AGENT_UP_TO, Object[].class)
            .setParameter("session", key)
            .setParameter("agent", agent.value())
            .setParameter("after", after)
            .setParameter("last", last)
            .getResultList());
  }

  /** Reads the numbers of messages to {@code agent} alone after a number, oldest first. */
  List<Long> toAlone(AgentId agent, long after, int limit) {
    return entities
        .createQuery(TO_ALONE, Long.class)
        .setParameter("session", key)
        .setParameter("agent", agent.value())
        .setParameter("after", after)
        .setMaxResults(limit)
        .getResultList();
  }

  /** Reads the messages {@code seqs}, at most some hundreds, in order. */
  List<SessionMessage> at(List<Long> seqs) {
    return messages(
        entities
            .createQuery(AT, Object[].class)
            .setParameter("session", key)
            .setParameter("seqs", seqs)
            .getResultList());
  }

  List<SessionMessage> between(long after, long last, int limit) {
    return readable(after, last, limit, Optional.empty());
  }

  /** Reads the messages of a stretch that {@code reader} may read; all of them without one. */
  List<SessionMessage> readable(long after, long last, int limit, Optional<AgentId> reader) {
    return messages(
        query(BETWEEN, IN_ORDER, reader)
            .setParameter("after", after)
            .setParameter("last", last)
            .setMaxResults(limit)
            .getResultList());
  }

  /** Makes a query of this session that leaves out direct messages {@code reader} may not read. */
  TypedQuery<Object[]> query(String selected, String order, Optional<AgentId> reader) {
    String jpql = selected + (reader.isPresent() ? READABLE : "") + order;
    TypedQuery<Object[]> query =
        entities.createQuery(jpql, Object[].class).setParameter("session", key);
    reader.ifPresent(agent -> query.setParameter("reader", agent.value()));
    return query;
  }

  private List<SessionMessage> messages(List<Object[]> rows) {
    Map<Long, Map<String, String>> metadata = metadata(rows);
    List<SessionMessage> messages = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      long seq = number(row[0]);
      SessionMessageDraft draft =
          new SessionMessageDraft(
              text(row[3]).map(AgentId::new),
              (String) row[4],
              text(row[5]),
              metadata.getOrDefault(seq, Map.of()),
              text(row[7]));
      messages.add(
          new SessionMessage(
              new MessageId((String) row[1]),
              session,
              seq,
              new AgentId((String) row[2]),
              has(SessionMessageRow.SENDER_VERIFIED, row[6]),
              Instant.ofEpochMilli(number(row[8])),
              draft));
    }
    return messages;
  }

  private Map<Long, Map<String, String>> metadata(List<Object[]> rows) {
    if (rows.stream().noneMatch(row -> has(SessionMessageRow.HAS_METADATA, row[6]))) {
      return Map.of();
    }
    Map<Long, Map<String, String>> found = new HashMap<>();
    entities
        .createQuery(METADATA, Object[].class)
        .setParameter("session", key)
        .setParameter("first", number(rows.get(0)[0]))
        .setParameter("last", number(rows.get(rows.size() - 1)[0]))
        .getResultList()
        .forEach(
            row ->
                found
                    .computeIfAbsent(number(row[0]), seq -> new LinkedHashMap<>())
                    .put((String) row[1], (String) row[2]));
    return found;
  }

  private static boolean has(int flag, Object flags) {
    return (number(flags) & flag) != 0;
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }

  private static Optional<String> text(Object column) {
    return Optional.ofNullable((String) column);
  }
}
