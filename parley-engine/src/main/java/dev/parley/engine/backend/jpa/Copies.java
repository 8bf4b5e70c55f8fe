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
      WHERE c.id.topic = :topic AND m.key.topic = c.id.topic AND m.key.seq = c.seq
      """;
  private static final String NEWEST_FIRST = COPIES + " ORDER BY c.id.topic DESC, c.seq DESC";
  private static final String OLDEST_FIRST = COPIES + " ORDER BY c.id.topic, c.seq";

  private static final String FIRST_WITHOUT =
      """
      SELECT MIN(m.key.seq) FROM TopicMessage m
      WHERE m.key.topic = :topic
        AND m.key.seq > (SELECT MIN(f.seq) FROM Copy f WHERE f.id.topic = :topic)
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

  /** The original of the newest copy but {@code skipped}, or of the oldest. */
  Optional<Original> newest(TopicName topic, int skipped) {
    return rows.find(topic)
        .flatMap(
            key -> original(key, NEWEST_FIRST, skipped).or(() -> original(key, OLDEST_FIRST, 0)));
  }

  private Optional<Original> original(String key, String words, int skipped) {
    return transactions.read(
        entities ->
            entities
                .createQuery(words, Object[].class)
                .setParameter("topic", key)
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

  /** The sequence number of the first message after the first copy that is none itself. */
  Optional<Long> firstWithout(String key) {
    return transactions.read(
        entities ->
            Optional.ofNullable(
                entities
                    .createQuery(FIRST_WITHOUT, Long.class)
                    .setParameter("topic", key)
                    .getSingleResult()));
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
