package dev.parley.engine.delivery;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.StatementBatch;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.message.Recipient;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The progress of agents in topics. Progress on this node is collected and written by {@link
 * #flush}, which runs each second; an acknowledgement is written before the call returns. Numbers
 * only grow, whichever node writes them, and nothing is written before it has happened.
 */
public final class DeliveryLedger {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES = List.of(ReadingRow.class, ReadingKey.class);

  /** The time after which an inactive agent is dropped. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(30);

  private static final System.Logger LOG = System.getLogger(DeliveryLedger.class.getName());
  private static final int MAX_AT_ONCE = 500;

  private static final String GO_ON =
      """
      UPDATE parley_reading SET
        begun_after = CASE WHEN ? > GREATEST(pushed, polled, fetched, seen, hooked)
          THEN ? ELSE begun_after END,
        pushed = GREATEST(pushed, ?), polled = GREATEST(polled, ?),
        fetched = GREATEST(fetched, ?), seen = GREATEST(seen, ?),
        acknowledges = GREATEST(acknowledges, ?), hooked = GREATEST(hooked, ?), changed_at = ?
      WHERE topic_id = ? AND agent = ?
      """;
  private static final String OF_TOPIC =
      """
      SELECT r FROM Reading r
      WHERE r.key.topic = :topic AND r.since < :seq ORDER BY r.key.agent
      """;
  private static final String FORGET = "DELETE FROM Reading r WHERE r.changedAt < :before";
  private static final String LEAVE =
      "DELETE FROM Reading r WHERE r.key.topic = :topic AND r.key.agent = :agent";

  private final Transactions transactions;
  private final InstantSource clock;
  private final Runnable gather;
  private final Map<ReadingKey, ReadProgress> unwritten = new ConcurrentHashMap<>();

  /**
   * Taken out of {@link #unwritten} and not committed yet; changed under {@link #writing} alone.
   */
  private final Map<ReadingKey, ReadProgress> beingWritten = new ConcurrentHashMap<>();

  private final Lock writing = new ReentrantLock();

  /**
   * Makes a ledger on rows.
   *
   * @param gather records the progress of pushes
   */
  public DeliveryLedger(Transactions transactions, InstantSource clock, Runnable gather) {
    this.transactions = transactions;
    this.clock = clock;
    this.gather = gather;
  }

  /** Records the progress of {@code agent} in {@code topic}. Makes no database call. */
  public void note(String topic, AgentId agent, ReadProgress progress) {
    unwritten.merge(new ReadingKey(topic, agent), progress, ReadProgress::and);
  }

  /**
   * Writes that {@code agent} has seen everything up to {@code seq}.
   *
   * @throws ParleyException {@code unavailable}
   */
  public void acknowledge(String topic, AgentId agent, long seq) {
    ReadingKey key = new ReadingKey(topic, agent);
    write(Map.of(key, ReadProgress.acknowledged(seq)));
  }

  /**
   * Returns the last number an acknowledging agent has seen; messages after it are delivered again.
   */
  public OptionalLong unseenAfter(String topic, AgentId agent) {
    ReadingKey key = new ReadingKey(topic, agent);
    return transactions
        .read(em -> Optional.ofNullable(em.find(ReadingRow.class, key)))
        .map(ReadingRow::progress)
        .filter(ReadProgress::acknowledges)
        .map(progress -> OptionalLong.of(progress.seen()))
        .orElseGet(OptionalLong::empty);
  }

  /** Returns true if {@code agent} has received a message of the topic. */
  public boolean isKnown(String topic, AgentId agent) {
    ReadingKey key = new ReadingKey(topic, agent);
    return uncommitted(key).isPresent()
        || transactions.read(em -> Optional.ofNullable(em.find(ReadingRow.class, key))).isPresent();
  }

  /**
   * Returns the number up to which calls have returned the topic's messages to {@code agent}; 0 for
   * none.
   */
  public long answered(String topic, AgentId agent) {
    ReadingKey key = new ReadingKey(topic, agent);
    long unwrittenSeq =
        uncommitted(key)
            .map(ReadProgress::answered)
            .orElse(0L); // read before the row, because it moves there
    long written =
        transactions
            .read(em -> Optional.ofNullable(em.find(ReadingRow.class, key)))
            .map(row -> row.progress().answered())
            .orElse(0L);
    return Math.max(written, unwrittenSeq);
  }

  /** Returns the progress that is not committed yet. */
  private Optional<ReadProgress> uncommitted(ReadingKey key) {
    ReadProgress waiting = unwritten.get(key);
    ReadProgress underWay = beingWritten.get(key);
    return waiting != null && underWay != null
        ? Optional.of(underWay.and(waiting))
        : Optional.ofNullable(waiting != null ? waiting : underWay);
  }

  /** Ends the deliveries to {@code agent}: later messages are not for it. */
  public void leave(String topic, AgentId agent) {
    writing.lock(); // a write under way would insert the row again
    try {
      unwritten.remove(new ReadingKey(topic, agent));
      transactions.run(
          em ->
              em.createQuery(LEAVE)
                  .setParameter("topic", topic)
                  .setParameter("agent", agent.value())
                  .executeUpdate());
    } finally {
      writing.unlock();
    }
  }

  /** Returns the recipients of the message {@code seq}, each with its delivery status. */
  public List<Recipient> recipients(String topic, long seq) {
    flush();
    return transactions.read(
        em ->
            em
                .createQuery(OF_TOPIC, ReadingRow.class)
                .setParameter("topic", topic)
                .setParameter("seq", seq)
                .getResultList()
                .stream()
                .map(reading -> reading.of(seq))
                .toList());
  }

  /**
   * Returns the delivery status of the message {@code seq}, which is for {@code agent} wherever
   * that began: it is delivered what was sent to it alone while it was away.
   */
  public Recipient recipient(String topic, AgentId agent, long seq) {
    flush();
    return transactions
        .read(em -> Optional.ofNullable(em.find(ReadingRow.class, new ReadingKey(topic, agent))))
        .map(reading -> reading.of(seq))
        .orElseGet(() -> new Recipient(agent, Set.of(), false));
  }

  /**
   * Collects and writes the recorded progress. Everything recorded before is committed when this
   * returns, unless the database is unreachable: then it waits for the next call.
   */
  public void flush() {
    gather.run();
    writing.lock();
    try {
      while (!unwritten.isEmpty()) {
        take();
        write(Map.copyOf(beingWritten));
        beingWritten.clear();
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Writing delivery progress failed: database unreachable; retrying.",
          Masking.trace(away));
      beingWritten.forEach(
          (key, earlier) -> unwritten.merge(key, earlier, (later, same) -> earlier.and(later)));
      beingWritten.clear();
    } finally {
      writing.unlock();
    }
  }

  private void take() {
    for (ReadingKey key : Set.copyOf(unwritten.keySet())) {
      unwritten.computeIfPresent(
          key,
          (same, progress) -> {
            beingWritten.merge(same, progress, ReadProgress::and);
            return null;
          });
      if (beingWritten.size() >= MAX_AT_ONCE) {
        return;
      }
    }
  }

  private void write(Map<ReadingKey, ReadProgress> changes) {
    updateRows(changes)
        .forEach(
            (key, progress) -> {
              ReadingRow row = new ReadingRow(key, progress, clock.millis());
              try {
                transactions.run(em -> em.persist(row));
              } catch (ConstraintViolated anotherNodeDid) {
                updateRows(Map.of(key, progress));
              }
            });
  }

  /** Updates rows; returns the changes without a row. */
  private Map<ReadingKey, ReadProgress> updateRows(Map<ReadingKey, ReadProgress> changes) {
    return transactions.call(
        em -> {
          StatementBatch batch = new StatementBatch();
          Map<ReadingKey, Integer> indexes = new HashMap<>();
          long now = clock.millis();
          changes.forEach((key, progress) -> indexes.put(key, update(batch, key, progress, now)));
          int[] rows = batch.send(em);
          Map<ReadingKey, ReadProgress> absent = new LinkedHashMap<>(changes);
          indexes.forEach(
              (key, index) -> {
                if (rows[index] > 0) {
                  absent.remove(key);
                }
              });
          return absent;
        });
  }

  private static int update(StatementBatch batch, ReadingKey key, ReadProgress progress, long now) {
    return batch.add(
        GO_ON,
        progress.since(),
        progress.since(),
        progress.pushed(),
        progress.polled(),
        progress.read(),
        progress.seen(),
        progress.acknowledges() ? 1 : 0,
        progress.hooked(),
        now,
        key.topic(),
        key.agent());
  }

  /** Drops agents that were inactive for a month. */
  public void forgetTheSilent() {
    long before = clock.millis() - FORGOTTEN_AFTER.toMillis();
    transactions.run(em -> em.createQuery(FORGET).setParameter("before", before).executeUpdate());
  }
}
