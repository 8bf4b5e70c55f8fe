package dev.parley.engine.backend.jpa;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Original;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Durable topics and their messages as rows. */
final class TopicRows {
  private static final String BY_NAME =
      "SELECT t.id FROM Topic t WHERE t.workspace = :workspace AND t.kind = :kind AND t.name = :name";
  private static final String LAST = "SELECT t.lastSeq FROM Topic t WHERE t.id = :topic";
  private static final String LOCK = "SELECT last_seq FROM parley_topic WHERE id = ?1 FOR UPDATE";
  private static final String MOVE =
      "UPDATE parley_topic SET last_seq = ?1 WHERE id = ?2 AND last_seq = ?3";
  private static final String MESSAGES =
      """
      SELECT seq, id, agent, nickname, connection_id, body, in_reply_to, sent_at
      FROM parley_topic_message WHERE topic_id = ?
      """;

  /** By all columns of the key, or H2 would read all that follows and sort it to find a page. */
  private static final String AFTER = MESSAGES + " AND seq > ? ORDER BY topic_id, seq";

  /** As {@link #AFTER}. */
  private static final String NEWEST = MESSAGES + " ORDER BY topic_id DESC, seq DESC";

  private static final String UNDER_KEY =
      """
      SELECT m.key.seq, m.id, m.agent, m.nickname, m.connection, m.body, m.inReplyTo, m.sentAt
      FROM TopicMessage m, IdempotentPost k
      WHERE k.id.topic = :topic AND k.id.agent = :agent AND k.id.key = :once
        AND m.key.topic = k.id.topic AND m.key.seq = k.seq
      """;

  private final Transactions transactions;
  private final InstantSource clock;
  private final ToLongFunction<TopicName> before;

  TopicRows(Transactions transactions, InstantSource clock, ToLongFunction<TopicName> before) {
    this.transactions = transactions;
    this.clock = clock;
    this.before = before;
  }

  /** Records that another thread has committed a post of this thread, which waited for it. */
  void committedByAnother(long nanos) {
    transactions.committedByAnother(nanos);
  }

  /** Returns true if the database answers now. */
  boolean areReachable() {
    try {
      return transactions.read(
          entities -> !entities.createNativeQuery("SELECT 1").getResultList().isEmpty());
    } catch (ParleyException away) {
      return false;
    }
  }

  /** The topic's key, where the topic exists. */
  Optional<String> find(TopicName topic) {
    return transactions.read(entities -> find(entities, topic));
  }

  /** The topic's key; the topic is created where it is absent. */
  String ensure(TopicName topic) {
    return find(topic).orElseGet(() -> make(topic));
  }

  private String make(TopicName topic) {
    String id = Ulids.next();
    try {
      TopicRow row = new TopicRow(id, topic, clock.millis(), before.applyAsLong(topic));
      transactions.run(entities -> entities.persist(row));
      return id;
    } catch (ConstraintViolated somebodyElseMadeIt) {
      return find(topic).orElseThrow();
    }
  }

  private static Optional<String> find(EntityManager entities, TopicName topic) {
    return entities
        .createQuery(BY_NAME, String.class)
        .setParameter("workspace", topic.workspace().value())
        .setParameter("kind", topic.kind().name())
        .setParameter("name", topic.name())
        .getResultList()
        .stream()
        .findFirst();
  }

  /**
   * The sequence number of the last message; 0 before the first, and of a topic that no longer
   * exists.
   */
  long last(String topic) {
    return transactions.read(
        entities ->
            entities
                .createQuery(LAST, Long.class)
                .setParameter("topic", topic)
                .getResultList()
                .stream()
                .findFirst()
                .orElse(0L));
  }

  /**
   * Appends {@code posts} in one transaction, in this order, with sequence numbers without a gap.
   *
   * @param believed the sequence number they are expected to follow; a wrong one makes the append
   *     slower
   * @throws ConstraintViolated where one has a key under which its agent posted before, or is a
   *     copy of a message that the topic has a copy of
   */
  List<Message> append(String topic, long believed, List<NewPost> posts) {
    return transactions.call(
        entities -> {
          long last = take(entities, topic, believed, posts.size());
          Instant now = clock.instant();
          List<Message> messages = new ArrayList<>(posts.size());
          StatementBatch rows = new StatementBatch();
          for (NewPost post : posts) {
            MessageId id = Ulids.nextMessage();
            Original original = post.original();
            Instant sentAt = original == null ? now : original.sentAt();
            Message message = post.draft().accepted(id, ++last, sentAt);
            MessageRow.insert(topic, message, rows);
            if (original != null) {
              CopyRow.insert(topic, message, original, rows);
            }
            IdempotencyKey key = post.key();
            if (key != null) {
              IdempotentPostRow.insert(topic, message, key, rows);
            }
            messages.add(message);
          }
          rows.send(entities);
          return messages;
        });
  }

  /**
   * Takes {@code count} sequence numbers and returns the last one before them. Nobody else appends
   * until the commit. Needs one statement where {@code believed} is right, as it is unless another
   * node posts.
   */
  private static long take(EntityManager entities, String topic, long believed, int count) {
    if (move(entities, topic, believed, count)) {
      return believed;
    }
    Object last = entities.createNativeQuery(LOCK).setParameter(1, topic).getSingleResult();
    long held = ((Number) last).longValue();
    if (!move(entities, topic, held, count)) {
      throw new IllegalStateException("somebody moved a topic that was held");
    }
    return held;
  }

  private static boolean move(EntityManager entities, String topic, long last, int count) {
    return entities
            .createNativeQuery(MOVE)
            .setParameter(1, last + count)
            .setParameter(2, topic)
            .setParameter(3, last)
            .executeUpdate()
        == 1;
  }

  /**
   * The message {@code agent} posted under {@code once}; null where that is nothing that is kept.
   */
  @Nullable Message under(TopicName topic, String key, AgentId agent, IdempotencyKey once) {
    return transactions.read(
        entities ->
            messages(
                    topic,
                    key,
                    entities
                        .createQuery(UNDER_KEY, Object[].class)
                        .setParameter("topic", key)
                        .setParameter("agent", agent.value())
                        .setParameter("once", once.value())
                        .getResultList()
                        .stream())
                .stream()
                .map(StoredMessage::message)
                .findFirst()
                .orElse(null));
  }

  /** Returns once what was read of earlier commits may be acknowledged again. */
  void confirm() {
    transactions.confirm();
  }

  /** At most {@code limit} messages after sequence number {@code after}, oldest first. */
  List<StoredMessage> after(TopicName topic, String key, long after, int limit) {
    SqlQuery query = SqlQuery.of(AFTER, key, after);
    return transactions.read(entities -> messages(topic, key, query.first(entities, limit)));
  }

  /** The last {@code limit} messages, oldest first. */
  List<StoredMessage> newest(TopicName topic, String key, int limit) {
    SqlQuery query = SqlQuery.of(NEWEST, key);
    return transactions.read(
        entities -> {
          List<StoredMessage> newest = messages(topic, key, query.first(entities, limit));
          Collections.reverse(newest);
          return newest;
        });
  }

  private static List<StoredMessage> messages(TopicName topic, String key, Stream<Object[]> rows) {
    List<StoredMessage> messages = new ArrayList<>();
    SenderColumns senders = new SenderColumns();
    rows.forEach(row -> messages.add(stored(topic, key, row, 0, senders)));
    return messages;
  }

  /**
   * The message of a row, whose columns begin at {@code first} in the order of {@link #MESSAGES}.
   */
  static StoredMessage stored(
      TopicName topic, String key, Object[] row, int first, SenderColumns senders) {
    long seq = ((Number) row[first]).longValue();
    Sender sender =
        senders.read((String) row[first + 2], (String) row[first + 3], (String) row[first + 4]);
    MessageDraft draft =
        new MessageDraft(
            topic,
            sender,
            Body.of(StoredText.read((String) row[first + 5])),
            Optional.ofNullable((String) row[first + 6]).map(MessageId::new));
    Instant sentAt = Instant.ofEpochMilli(((Number) row[first + 7]).longValue());
    Message message = draft.accepted(new MessageId((String) row[first + 1]), seq, sentAt);
    return new StoredMessage(message, LogPosition.after(key, message));
  }
}
