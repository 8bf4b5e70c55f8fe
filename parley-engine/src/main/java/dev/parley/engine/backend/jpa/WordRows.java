package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.Transactions;
import dev.parley.message.SearchQuery;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words of messages as rows of PostgreSQL. What matches is gathered by the index first and put
 * in order then: an order the planner knew of would tempt it to go through a whole topic backwards
 * for a word that nobody said.
 */
final class WordRows {
  private static final int PIECE = 500;

  private static final String BEHIND =
      """
      SELECT t.id FROM parley_topic t WHERE t.kind = 'ROOM' AND t.last_seq > COALESCE(
        (SELECT MAX(w.seq) FROM parley_topic_words w WHERE w.topic_id = t.id), 0)
      """;
  private static final String TAKE_ON =
      """
      INSERT INTO parley_topic_words (topic_id, seq, id, agent, words)
      SELECT m.topic_id, m.seq, m.id, m.agent, parley_words(m.body) FROM parley_topic_message m
      WHERE m.topic_id = ?1 AND m.seq > COALESCE(
        (SELECT MAX(w.seq) FROM parley_topic_words w WHERE w.topic_id = ?1), 0)
      ORDER BY m.seq LIMIT %d
      ON CONFLICT DO NOTHING
      """
          .formatted(PIECE);
  private static final String TOPICS =
      "FROM parley_topic t WHERE t.workspace = ?1 AND t.kind = ?2 AND t.name IN (%s)";
  private static final String INDEXED =
      """
      SELECT t.name, COALESCE(
        (SELECT MAX(w.seq) FROM parley_topic_words w WHERE w.topic_id = t.id), 0)
      """
          + TOPICS;
  private static final String MATCHING =
      """
      WITH matching AS MATERIALIZED (
        SELECT w.topic_id, w.seq, w.id FROM parley_topic_words w
        WHERE w.words @@ to_tsquery('simple', ?3) AND w.topic_id IN (SELECT t.id\s"""
          + TOPICS
          + ")%s)";
  private static final String NEWEST =
      """

      SELECT t.name, t.id, m.seq, m.id, m.agent, m.nickname, m.connection_id, m.body,
        m.in_reply_to, m.sent_at
      FROM (SELECT topic_id, seq FROM matching ORDER BY %1$s DESC LIMIT %2$d) newest
      JOIN parley_topic_message m ON m.topic_id = newest.topic_id AND m.seq = newest.seq
      JOIN parley_topic t ON t.id = m.topic_id
      ORDER BY m.%1$s DESC
      """;
  private static final int BEFORE_MESSAGE = 2;

  private final Transactions transactions;

  WordRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The topics with messages that are not in the index. */
  List<String> behind() {
    List<?> topics =
        transactions.read(entities -> entities.createNativeQuery(BEHIND).getResultList());
    return topics.stream().map(String.class::cast).toList();
  }

  /** Takes the next messages of a topic into the index; returns whether there may be more. */
  boolean takeOn(String topic) {
    return transactions.call(
            entities -> entities.createNativeQuery(TAKE_ON).setParameter(1, topic).executeUpdate())
        == PIECE;
  }

  /** The last sequence number of each topic that is in the index, by the topic's name. */
  Map<String, Long> indexed(List<TopicName> topics) {
    List<Object> values = named(topics);
    String sql = INDEXED.formatted(places(3, values.size()));
    List<?> rows = transactions.read(entities -> query(entities, sql, values).getResultList());
    return rows.stream()
        .map(Object[].class::cast)
        .collect(Collectors.toMap(row -> (String) row[0], row -> ((Number) row[1]).longValue()));
  }

  /** Finds one more message than the query asks for, where there is one. */
  List<StoredMessage> find(List<TopicName> topics, SearchQuery query) {
    List<Object> values = named(topics);
    values.add(2, asked(query));
    String names = places(4, values.size());
    StringBuilder more = new StringBuilder();
    query
        .from()
        .ifPresent(
            agent -> {
              values.add(agent.value());
              more.append(" AND w.agent = ?").append(values.size());
            });
    query
        .before()
        .ifPresent(
            seq -> {
              values.add(seq);
              more.append(" AND w.seq < ?").append(values.size());
            });
    String order = query.topic().isPresent() ? "seq" : "id";
    String sql = MATCHING.formatted(names, more) + NEWEST.formatted(order, query.limit() + 1);
    List<?> rows = transactions.read(entities -> query(entities, sql, values).getResultList());
    SenderColumns senders = new SenderColumns();
    return rows.stream().map(row -> stored((Object[]) row, topics.get(0), senders)).toList();
  }

  private static StoredMessage stored(Object[] row, TopicName like, SenderColumns senders) {
    TopicName topic = new TopicName(like.workspace(), like.kind(), (String) row[0]);
    return TopicRows.stored(topic, (String) row[1], row, BEFORE_MESSAGE, senders);
  }

  private static List<Object> named(List<TopicName> topics) {
    List<Object> values = new ArrayList<>();
    values.add(topics.get(0).workspace().value());
    values.add(topics.get(0).kind().name());
    topics.forEach(topic -> values.add(topic.name()));
    return values;
  }

  private static String places(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(place -> "?" + place)
        .collect(Collectors.joining(", "));
  }

  private static Query query(EntityManager entities, String sql, List<Object> values) {
    Query query = entities.createNativeQuery(sql);
    IntStream.range(0, values.size()).forEach(i -> query.setParameter(i + 1, values.get(i)));
    return query;
  }

  /** The words as PostgreSQL asks for them: all of them, each as the beginning of one. */
  private static String asked(SearchQuery query) {
    return query.words().stream()
        .map(word -> "'" + word + "':*")
        .collect(Collectors.joining(" & "));
  }
}
