package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.Optional;

/** The copies of a topic, by the ids of their originals. */
final class Copies {
  private static final System.Logger LOG = System.getLogger(Copies.class.getName());
  private static final String SEQ_OF =
      "SELECT c.seq FROM Copy c WHERE c.id.topic = :topic AND c.id.original = :original";
  private static final String COPY_OF =
      "SELECT c.message FROM Copy c WHERE c.id.topic = :topic AND c.id.original = :original";
  private static final String ORIGINAL_OF =
      "SELECT c.id.original FROM Copy c WHERE c.message = :message AND c.id.topic = :topic";
  private static final String COPIES =
      """
      SELECT c.id.original, m.sentAt FROM Copy c, TopicMessage m
      WHERE c.id.topic = :topic AND c.seq < :before
        AND m.key.topic = c.id.topic AND m.key.seq = c.seq
      """;
  private static final String NEWEST_FIRST = COPIES + " ORDER BY c.id.topic DESC, c.seq DESC";
  private static final String OLDEST_FIRST = COPIES + " ORDER BY c.id.topic, c.seq";

  private static final String BEGIN = "SELECT m.after FROM Mirror m WHERE m.topic = :topic";
  private static final String MOVE_BEGIN =
      "UPDATE Mirror m SET m.after = :seq WHERE m.topic = :topic AND m.after < :seq";
  private static final String FIRST_WITHOUT =
      """
      SELECT MIN(m.key.seq) FROM TopicMessage m
      WHERE m.key.topic = :topic AND m.key.seq > :begin
        AND NOT EXISTS (SELECT c.seq FROM Copy c WHERE c.id.topic = :topic AND c.seq = m.key.seq)
      """;

  private final Transactions transactions;
  private final TopicRows rows;

  Copies(Transactions transactions, TopicRows rows) {
    this.transactions = transactions;
    this.rows = rows;
  }

  /** The id of the copy of an original. */
  Optional<MessageId> copyOf(TopicName topic, String original) {
    return rows.find(topic)
        .flatMap(key -> first(COPY_OF, String.class, key, "original", original))
        .map(MessageId::new);
  }

  /** The id of the original of a copy. */
  Optional<String> originalOf(TopicName topic, MessageId copy) {
    return rows.find(topic)
        .flatMap(key -> first(ORIGINAL_OF, String.class, key, "message", copy.value()));
  }

  /**
   * The original of the newest copy but {@code skipped}, or of the oldest, of those with a sequence
   * number below {@code before}.
   */
  Optional<Original> newest(TopicName topic, long before, int skipped) {
    return rows.find(topic)
        .flatMap(
            key ->
                original(key, NEWEST_FIRST, before, skipped)
                    .or(() -> original(key, OLDEST_FIRST, before, 0)));
  }

  private Optional<Original> original(String key, String words, long before, int skipped) {
    return transactions.read(
        entities ->
            entities
                .createQuery(words, Object[].class)
                .setParameter("topic", key)
                .setParameter("before", before)
                .setFirstResult(skipped)
                .setMaxResults(1)
                .getResultList()
                .stream()
                .findFirst()
                .map(Copies::original));
  }

  private static Original original(Object[] row) {
    return new Original((String) row[0], Instant.ofEpochMilli(((Number) row[1]).longValue()));
  }

  /** Notes the original of a message; nothing where it, or the original, is linked. */
  void link(String key, Message message, Original original) {
    try {
      transactions.run(
          entities -> {
            StatementBatch statements = new StatementBatch();
            CopyRow.insert(key, message, original, statements);
            statements.send(entities);
          });
    } catch (ConstraintViolated linked) {
      LOG.log(System.Logger.Level.TRACE, "{0} is linked.", original.id());
    }
  }

  /**
   * The sequence number before the first message without an original, of those after the end that
   * the topic had at the first call; at the end of the topic where there is none.
   */
  long beforeFirstWithout(String key) {
    long end = rows.last(key);
    long begin = begin(key).orElseGet(() -> newBegin(key, end));
    long before =
        transactions
            .read(
                entities ->
                    Optional.ofNullable(
                        entities
                            .createQuery(FIRST_WITHOUT, Long.class)
                            .setParameter("topic", key)
                            .setParameter("begin", begin)
                            .getSingleResult()))
            .map(first -> first - 1)
            .orElse(Math.max(begin, end));
    moveBegin(key, before);
    return before;
  }

  private Optional<Long> begin(String key) {
    return transactions.read(
        entities ->
            entities
                .createQuery(BEGIN, Long.class)
                .setParameter("topic", key)
                .getResultList()
                .stream()
                .findFirst());
  }

  private long newBegin(String key, long end) {
    try {
      transactions.run(entities -> entities.persist(new MirrorRow(key, end)));
      return end;
    } catch (ConstraintViolated anotherNodeWasFirst) {
      return begin(key).orElseThrow(() -> anotherNodeWasFirst);
    }
  }

  /** Has the next search begin later. */
  private void moveBegin(String key, long before) {
    transactions.run(
        entities -> {
          var unused =
              entities
                  .createQuery(MOVE_BEGIN)
                  .setParameter("topic", key)
                  .setParameter("seq", before)
                  .executeUpdate();
        });
  }

  /** The sequence number of the copy of an original. */
  Optional<Long> seqOf(String key, String original) {
    return first(SEQ_OF, Long.class, key, "original", original);
  }

  private <T> Optional<T> first(
      String words, Class<T> type, String key, String name, String value) {
    return transactions.read(
        entities ->
            entities
                .createQuery(words, type)
                .setParameter("topic", key)
                .setParameter(name, value)
                .getResultList()
                .stream()
                .findFirst());
  }
}
