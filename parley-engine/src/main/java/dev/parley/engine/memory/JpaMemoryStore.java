package dev.parley.engine.memory;

import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.IdempotentUpdates;
import dev.parley.spi.MemoryStore;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Memory as rows. A write names the version it read, so of two that read the same version one
 * writes and the other reads again. A constraint decides who creates a document.
 */
public final class JpaMemoryStore implements MemoryStore, IdempotentUpdates {
  /** The maximum number of idempotency keys remembered of an agent in a workspace. */
  public static final int MAX_KEYS = 1_000;

  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(MemoryRow.class, IdempotentWriteRow.class, IdempotentWriteId.class);

  private static final System.Logger LOG = System.getLogger(JpaMemoryStore.class.getName());

  private static final String DOCUMENT =
      "SELECT m FROM Memory m WHERE m.workspace = :workspace AND m.kind = :kind AND m.name = :name";
  private static final String REPLACE =
      """
      UPDATE Memory m SET m.content = :content, m.version = :next, m.savedAt = :savedAt
      WHERE m.id = :id AND m.version = :version
      """;
  private static final String NAMES =
      "SELECT m.name, m.savedAt FROM Memory m WHERE m.workspace = :workspace AND m.kind = :kind";
  private static final int ATTEMPTS = 500;
  private static final int MAX_PAUSE_MILLIS = 10;

  private final Transactions transactions;
  private final InstantSource clock;
  private final int attempts;
  private final IdempotentWrites writes;

  /** Makes a store in the database behind {@code transactions}, with times from {@code clock}. */
  public JpaMemoryStore(Transactions transactions, InstantSource clock) {
    this(transactions, clock, ATTEMPTS);
  }

  /** Makes a store whose writes give up after {@code attempts} conflicts. */
  JpaMemoryStore(Transactions transactions, InstantSource clock, int attempts) {
    this(transactions, clock, attempts, MAX_KEYS);
  }

  /** Makes a store that remembers the last {@code keys} idempotency keys of an agent. */
  JpaMemoryStore(Transactions transactions, InstantSource clock, int attempts, int keys) {
    this.transactions = transactions;
    this.clock = clock;
    this.attempts = attempts;
    this.writes = new IdempotentWrites(keys);
  }

  @Override
  public Optional<String> read(Document document) {
    return row(document).map(MemoryRow::content);
  }

  @Override
  public void update(Document document, Function<Optional<String>, String> change) {
    for (int attempt = 1; attempt <= attempts; attempt++) {
      try {
        if (isFirst(document, change, entities -> {})) {
          return;
        }
      } catch (ConstraintViolated somebodyElseMadeIt) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Memory document was created by another writer meanwhile; retrying.",
            Masking.trace(somebodyElseMadeIt));
      }
      pause(attempt);
    }
    throw overtaken();
  }

  /**
   * {@inheritDoc} All nodes know the last {@value #MAX_KEYS} keys of an agent in a workspace: the
   * key is written in the transaction that writes the document.
   */
  @Override
  public boolean update(Document document, Write write, Function<Optional<String>, String> change) {
    for (int attempt = 1; attempt <= attempts; attempt++) {
      if (transactions.<Boolean>read(entities -> writes.has(entities, document, write))) {
        transactions.confirm();
        return false;
      }
      try {
        if (isFirst(document, change, entities -> writes.add(entities, document, write))) {
          return true;
        }
      } catch (ConstraintViolated somebodyElseWasFirst) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Idempotency key was written by another writer meanwhile; retrying.",
            Masking.trace(somebodyElseWasFirst));
      }
      pause(attempt);
    }
    throw overtaken();
  }

  /** Writes the result of {@code change}; returns false if another writer was faster. */
  private boolean isFirst(
      Document document,
      Function<Optional<String>, String> change,
      Consumer<EntityManager> inTransaction) {
    Optional<MemoryRow> before = row(document);
    String after = DocumentLimits.checked(change.apply(before.map(MemoryRow::content)));
    if (before.isPresent()) {
      return replace(before.get(), after, inTransaction);
    }
    make(document, after, inTransaction);
    return true;
  }

  private static ParleyException overtaken() {
    return new ParleyException(
        new Unavailable("A document that so many write at once", Duration.ofSeconds(1)));
  }

  @Override
  public List<Saved> list(WorkspaceId workspace, Kind kind) {
    return transactions.call(
        em ->
            em
                .createQuery(NAMES, Object[].class)
                .setParameter("workspace", workspace.value())
                .setParameter("kind", kind.name())
                .getResultList()
                .stream()
                .map(
                    row ->
                        new Saved(
                            MemoryRow.nameOf((String) row[0]),
                            Instant.ofEpochMilli(((Number) row[1]).longValue())))
                .toList());
  }

  /**
   * Reads in a transaction of its own: the next write must not be compared with an old snapshot.
   */
  private Optional<MemoryRow> row(Document document) {
    return transactions.call(
        em ->
            em
                .createQuery(DOCUMENT, MemoryRow.class)
                .setParameter("workspace", document.workspace().value())
                .setParameter("kind", document.kind().name())
                .setParameter("name", MemoryRow.keyOf(document.name()))
                .getResultList()
                .stream()
                .findFirst());
  }

  private boolean replace(MemoryRow before, String after, Consumer<EntityManager> inTransaction) {
    return transactions.call(
        em -> {
          boolean first =
              em.createQuery(REPLACE)
                      .setParameter("content", after)
                      .setParameter("next", before.version() + 1)
                      .setParameter("savedAt", clock.instant().toEpochMilli())
                      .setParameter("id", before.id())
                      .setParameter("version", before.version())
                      .executeUpdate()
                  == 1;
          if (first) {
            inTransaction.accept(em);
          }
          return first;
        });
  }

  private void make(Document document, String text, Consumer<EntityManager> inTransaction) {
    String id = Ulids.next();
    transactions.run(
        em -> {
          em.persist(new MemoryRow(id, document, text, clock.instant()));
          inTransaction.accept(em);
        });
  }

  private static void pause(int attempt) {
    long most = TimeUnit.MILLISECONDS.toNanos(Math.min(attempt, MAX_PAUSE_MILLIS));
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
  }
}
