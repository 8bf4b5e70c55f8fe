package dev.parley.engine.session;

import dev.parley.engine.id.Ulids;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.session.SessionMessagePage;
import jakarta.persistence.EntityManager;
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
      SELECT m.key.seq, m.id, m.sender, m.recipient, m.content, m.thread, m.hasMetadata,
        m.idempotencyKey, m.sentAt
      FROM SessionMessage m
      WHERE m.key.session = :session
      """;
  private static final String SEEN_BY_AGENT =
      """
       AND m.key.seq > :after
       AND (m.recipient = :agent OR (m.recipient IS NULL AND m.sender <> :agent))
      """;
  private static final String IN_ORDER = " ORDER BY m.key.session, m.key.seq";
  private static final String FOR_AGENT = COLUMNS + SEEN_BY_AGENT + IN_ORDER;
  private static final String FOR_AGENT_UP_TO =
      COLUMNS + SEEN_BY_AGENT + " AND m.key.seq <= :last" + IN_ORDER;
  private static final String LENGTHS_FOR_AGENT =
      """
      SELECT m.key.seq, LENGTH(m.content), m.hasMetadata FROM SessionMessage m
      WHERE m.key.session = :session
      """
          + SEEN_BY_AGENT
          + IN_ORDER;

  /** The usual length of a message's metadata, if it has any; the maximum is ten times that. */
  private static final int METADATA_LENGTH = 2_048;

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
  private static final String BETWEEN =
      COLUMNS + " AND m.key.seq > :after AND m.key.seq <= :last ORDER BY m.key.session, m.key.seq";
  private static final String LENGTHS =
      """
      SELECT m.key.seq, LENGTH(m.content), m.hasMetadata FROM SessionMessage m
      WHERE m.key.session = :session
      """;
  private static final String LENGTHS_AFTER =
      LENGTHS + " AND m.key.seq > :after AND m.key.seq <= :last ORDER BY m.key.session, m.key.seq";
  private static final String LENGTHS_BEFORE =
      LENGTHS + " AND m.key.seq < :before ORDER BY m.key.session DESC, m.key.seq DESC";
  private static final String LENGTHS_AT =
      LENGTHS + " AND m.key.seq IN :seqs ORDER BY m.key.session, m.key.seq";
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

  SessionMessage insert(long seq, AgentId from, SessionMessageDraft draft, long now) {
    MessageId id = Ulids.nextMessage();
    entities.persist(new SessionMessageRow(key, seq, id, from, draft, now));
    if (!draft.metadata().isEmpty()) {
      entities.flush(); // a provider is free to insert rows that refer to it first
    }
    int place = 0;
    for (Map.Entry<String, String> entry : draft.metadata().entrySet()) {
      entities.persist(new MetadataRow(key, seq, place++, entry.getKey(), entry.getValue()));
    }
    return new SessionMessage(id, session, seq, from, Instant.ofEpochMilli(now), draft);
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

  /**
   * Reads the first messages {@link #forAgent(AgentId, long)} returns. Lengths are read first, so
   * only the content the page holds is read.
   */
  SessionMessagePage forAgent(AgentId agent, long after, PageSize<SessionMessage> size) {
    List<Object[]> lengths =
        entities
            .createQuery(LENGTHS_FOR_AGENT, Object[].class)
            .setParameter("session", key)
            .setParameter("agent", agent.value())
            .setParameter("after", after)
            .setMaxResults(size.limit() + 1)
            .getResultList();
    if (lengths.isEmpty()) {
      return new SessionMessagePage(List.of(), false);
    }
    List<Object[]> fitting =
        new PageSize<Object[]>(size.limit(), size.budget(), SessionMessageRows::length)
            .firstOf(lengths);
    List<SessionMessage> read =
        messages(
            entities
                .createQuery(FOR_AGENT_UP_TO, Object[].class)
                .setParameter("session", key)
                .setParameter("agent", agent.value())
                .setParameter("after", after)
                .setParameter("last", number(fitting.get(fitting.size() - 1)[0]))
                .getResultList());
    List<SessionMessage> page = size.firstOf(read);
    return new SessionMessagePage(page, page.size() < lengths.size());
  }

  /**
   * The length of a message.
   *
   * @param length in characters, with its metadata
   */
  record Length(long seq, long length) {
    private static Length of(Object[] row) {
      return new Length(number(row[0]), SessionMessageRows.length(row));
    }
  }

  /** Reads the lengths of the first messages after a number and up to another, in order. */
  List<Length> lengthsAfter(long after, long last, int limit) {
    return lengths(
        entities
            .createQuery(LENGTHS_AFTER, Object[].class)
            .setParameter("session", key)
            .setParameter("after", after)
            .setParameter("last", last)
            .setMaxResults(limit)
            .getResultList());
  }

  /** Reads the lengths of the last messages before a number, newest first. */
  List<Length> lengthsBefore(long before, int limit) {
    return lengths(
        entities
            .createQuery(LENGTHS_BEFORE, Object[].class)
            .setParameter("session", key)
            .setParameter("before", before)
            .setMaxResults(limit)
            .getResultList());
  }

  /** Reads the lengths of the messages {@code seqs}, at most some hundreds, in order. */
  List<Length> lengthsAt(List<Long> seqs) {
    return lengths(
        entities
            .createQuery(LENGTHS_AT, Object[].class)
            .setParameter("session", key)
            .setParameter("seqs", seqs)
            .getResultList());
  }

  private static List<Length> lengths(List<Object[]> rows) {
    return rows.stream().map(Length::of).toList();
  }

  private static long length(Object[] row) {
    return number(row[1]) + (number(row[2]) == 1 ? METADATA_LENGTH : 0);
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
    return messages(
        entities
            .createQuery(BETWEEN, Object[].class)
            .setParameter("session", key)
            .setParameter("after", after)
            .setParameter("last", last)
            .setMaxResults(limit)
            .getResultList());
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
              Instant.ofEpochMilli(number(row[8])),
              draft));
    }
    return messages;
  }

  private Map<Long, Map<String, String>> metadata(List<Object[]> rows) {
    if (rows.stream().noneMatch(row -> number(row[6]) == 1)) {
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

  private static long number(Object column) {
    return ((Number) column).longValue();
  }

  private static Optional<String> text(Object column) {
    return Optional.ofNullable((String) column);
  }
}
