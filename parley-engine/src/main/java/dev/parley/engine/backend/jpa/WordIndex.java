package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.Transactions;
import dev.parley.message.Found;
import dev.parley.message.SearchQuery;
import dev.parley.message.TopicName;
import dev.parley.spi.Searchable;
import dev.parley.spi.Stored;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds messages of durable topics by the index that PostgreSQL keeps of their words. What matches
 * is gathered by the index first and put in order then: an order the planner knew of would tempt it
 * to read a whole topic backwards for a word that nobody said.
 */
public final class WordIndex implements Searchable {
  private static final String MATCHING =
      """
      WITH matching AS MATERIALIZED (
        SELECT m.topic_id, m.seq, m.id FROM parley_topic_message m
        WHERE parley_words(m.body) @@ to_tsquery('simple', ?1) AND m.topic_id IN (
          SELECT t.id FROM parley_topic t
          WHERE t.workspace = ?2 AND t.kind = ?3 AND t.name IN (%s))%s)
      """;
  private static final String NEWEST =
      """
      SELECT t.name, t.id, m.seq, m.id, m.agent, m.nickname, m.connection_id, m.body,
        m.in_reply_to, m.sent_at
      FROM (SELECT topic_id, seq, id FROM matching ORDER BY %1$s DESC LIMIT %2$d) newest
      JOIN parley_topic_message m ON m.topic_id = newest.topic_id AND m.seq = newest.seq
      JOIN parley_topic t ON t.id = m.topic_id
      ORDER BY m.%1$s DESC
      """;
  private static final int FIXED = 3;
  private static final int BEFORE_MESSAGE = 2;

  private final Transactions transactions;

  /** An index over the rows of {@code transactions}. */
  public WordIndex(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public Found search(List<TopicName> topics, SearchQuery query) {
    if (topics.isEmpty()) {
      return new Found(List.of(), false, OptionalLong.empty());
    }
    List<Stored> found = transactions.read(entities -> find(entities, topics, query));
    boolean truncated = found.size() > query.limit();
    List<Stored> messages = truncated ? found.subList(0, query.limit()) : found;
    return new Found(
        messages,
        truncated,
        truncated && query.topic().isPresent()
            ? OptionalLong.of(messages.get(messages.size() - 1).message().seq())
            : OptionalLong.empty());
  }

  /** One more than is asked for, where there is. */
  private static List<Stored> find(
      EntityManager entities, List<TopicName> topics, SearchQuery query) {
    List<Object> values = new ArrayList<>();
    values.add(asked(query));
    values.add(topics.get(0).workspace().value());
    values.add(topics.get(0).kind().name());
    topics.forEach(topic -> values.add(topic.name()));
    String names =
        IntStream.rangeClosed(FIXED + 1, values.size())
            .mapToObj(place -> "?" + place)
            .collect(Collectors.joining(", "));
    StringBuilder more = new StringBuilder();
    query
        .from()
        .ifPresent(
            agent -> {
              values.add(agent.value());
              more.append(" AND m.agent = ?").append(values.size());
            });
    query
        .before()
        .ifPresent(
            seq -> {
              values.add(seq);
              more.append(" AND m.seq < ?").append(values.size());
            });
    String order = query.topic().isPresent() ? "seq" : "id";
    Query sql =
        entities.createNativeQuery(
            MATCHING.formatted(names, more) + NEWEST.formatted(order, query.limit() + 1));
    IntStream.range(0, values.size()).forEach(i -> sql.setParameter(i + 1, values.get(i)));
    return read(sql, topics.get(0));
  }

  private static List<Stored> read(Query sql, TopicName like) {
    List<Stored> found = new ArrayList<>();
    for (Object row : sql.getResultList()) {
      Object[] columns = (Object[]) row;
      TopicName topic = new TopicName(like.workspace(), like.kind(), (String) columns[0]);
      found.add(TopicRows.stored(topic, (String) columns[1], columns, BEFORE_MESSAGE));
    }
    return found;
  }

  /** The words as PostgreSQL asks for them: all of them, each as the beginning of one. */
  private static String asked(SearchQuery query) {
    return query.words().stream()
        .map(word -> "'" + word + "':*")
        .collect(Collectors.joining(" & "));
  }
}
