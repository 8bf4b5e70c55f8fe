package dev.parley.engine.persistence;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.OutcomeUnknown;
import dev.parley.problem.ParleyException;
import dev.parley.problem.StorageFull;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Telemetry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work in transactions of its own, and turns failures into problems. */
public final class Transactions {
  private static final System.Logger LOG = System.getLogger(Transactions.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final long LOG_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long REPEATED_WITHIN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final String H2_LOCK_TIMEOUT = "HYT00";
  private static final int ATTEMPTS = 8;

  private final EntityManagerFactory factory;
  private final @Nullable OwnStorage own;
  private final DiskFullState fullness = new DiskFullState(InstantSource.system());
  private final AtomicLong lastLoggedAt = new AtomicLong();
  private final OutageLog outages = new OutageLog();
  private volatile Telemetry telemetry = Telemetry.NONE;

  /**
   * Makes transactions of a factory.
   *
   * @param own the database of {@code factory}, where it runs in this process
   */
  Transactions(EntityManagerFactory factory, @Nullable OwnStorage own) {
    this.factory = factory;
    this.own = own;
  }

  /** Has each transaction that writes observed from now on. */
  void observedBy(Telemetry observer) {
    telemetry = observer;
  }

  /** Records that another thread has committed a write of this thread, which waited for it. */
  public void committedByAnother(long nanos) {
    telemetry.committedByAnother(nanos);
  }

  /**
   * Runs {@code work} and commits. Where another transaction conflicts, it is rolled back and
   * {@code work} runs again, up to eight times in all.
   *
   * @throws ConstraintViolated where the database refused a row because of a constraint
   * @throws ParleyException {@code unavailable}, or {@code storage_full}; the cause is logged
   */
  public <T> T call(Function<EntityManager, T> work) {
    return again(() -> callOnce(work));
  }

  private <T> T callOnce(Function<EntityManager, T> work) {
    if (own != null && !own.canForce()) {
      throw new ParleyException(new Unavailable("The disk of the database", RETRY_AFTER));
    }
    long began = System.nanoTime();
    EntityManager entities = open();
    EntityTransaction transaction = entities.getTransaction();
    try {
      transaction.begin();
      T result = work.apply(entities);
      transaction.commit();
      force(began);
      observed(began, true);
      fullness.committed(began);
      answered(began, entities);
      return result;
    } catch (ParleyException e) {
      throw e;
    } catch (RuntimeException e) {
      observed(began, false);
      throw ofWrite(began, e);
    } finally {
      end(entities, transaction);
    }
  }

  /**
   * Returns once all that was committed before is as durable as a commit of this: for a call that
   * is answered with what an earlier one wrote.
   *
   * @throws ParleyException {@code unavailable}; the cause is logged
   */
  public void confirm() {
    force(System.nanoTime());
  }

  /** A commit that cannot be forced is not run again: its rows are there. */
  private void force(long began) {
    if (own == null) {
      return;
    }
    try {
      own.force();
    } catch (RuntimeException failure) {
      OwnStorage.Verdict unused = noteFailure(began, failure);
      LOG.log(
          level(),
          "Forcing a commit to the disk failed; the call is refused, but may be done.",
          Masking.trace(failure));
      throw new ParleyException(new OutcomeUnknown("The disk of the database", RETRY_AFTER));
    }
  }

  private void observed(long began, boolean succeeded) {
    Telemetry observer = telemetry;
    if (observer != Telemetry.NONE) {
      observer.committed(System.nanoTime() - began, succeeded);
    }
  }

  /**
   * Runs {@code read}, which changes nothing, with each query by itself. Without a commit it saves
   * a round trip to a database over a socket.
   *
   * @throws ParleyException {@code unavailable}; the cause is logged
   */
  public <T> T read(Function<EntityManager, T> read) {
    return again(() -> readOnce(read));
  }

  private <T> T readOnce(Function<EntityManager, T> read) {
    long began = System.nanoTime();
    EntityManager entities = open();
    try {
      T result = read.apply(entities);
      answered(began, entities);
      return result;
    } catch (ParleyException e) {
      throw e;
    } catch (RuntimeException e) {
      throw ofRead(began, e);
    } finally {
      end(entities, entities.getTransaction());
    }
  }

  /** Runs {@code work} and commits; see {@link #call}. */
  public void run(Consumer<EntityManager> work) {
    this.<Boolean>call(
        entities -> {
          work.accept(entities);
          return Boolean.TRUE;
        });
  }

  private static <T> T again(Supplier<T> attempt) {
    for (int left = ATTEMPTS; ; left--) {
      try {
        return attempt.get();
      } catch (WriteConflict another) {
        if (left == 1) {
          LOG.log(
              System.Logger.Level.WARNING,
              "Transaction conflicted with others in every attempt; the call is refused and can be"
                  + " retried.",
              Masking.trace(another));
          throw new ParleyException(new Unavailable("The database", RETRY_AFTER));
        }
      }
    }
  }

  /**
   * Records success. Work without a query succeeds while the database is unreachable, too, and does
   * not count.
   */
  private void answered(long began, EntityManager entities) {
    if (!outages.isLogged() || isThere(entities)) {
      outages.answered(began);
    }
  }

  private static boolean isThere(EntityManager entities) {
    try {
      return !entities.createNativeQuery("SELECT 1").getResultList().isEmpty();
    } catch (RuntimeException away) {
      return false;
    }
  }

  private EntityManager open() {
    try {
      return factory.createEntityManager();
    } catch (IllegalStateException closed) {
      throw new ParleyException(new Unavailable("The database", RETRY_AFTER));
    }
  }

  private static void end(EntityManager entities, EntityTransaction transaction) {
    try {
      if (transaction.isActive()) {
        transaction.rollback();
      }
      entities.close();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "Transaction rollback failed; ignored.", Masking.trace(e));
    }
  }

  /**
   * Handles a failed read. A read that met a database which had closed itself is repeated, since it
   * has been reopened. A read that waited for a connection is not, or it would wait again.
   */
  private RuntimeException ofRead(long began, RuntimeException failure) {
    boolean isRepeated =
        own != null
            && System.nanoTime() - began < REPEATED_WITHIN_NANOS
            && noteFailure(began, failure) != OwnStorage.Verdict.OF_THE_CALL;
    return isRepeated ? new WriteConflict(failure) : translated(began, failure);
  }

  /**
   * Handles a failed write. A constraint refuses a row because of one that is committed, with which
   * the caller may answer.
   */
  private RuntimeException ofWrite(long began, RuntimeException failure) {
    RuntimeException translated = translated(began, failure);
    if (translated instanceof ConstraintViolated) {
      force(began);
    }
    return translated;
  }

  private RuntimeException translated(long began, RuntimeException failure) {
    OwnStorage.Verdict verdict = noteFailure(began, failure);
    if (verdict != OwnStorage.Verdict.OF_THE_CALL) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Database closed itself during a transaction; it is reopened.",
          Masking.trace(failure));
      return new ParleyException(
          verdict == OwnStorage.Verdict.FULL
              ? StorageFull.DEFAULT
              : new Unavailable("The database", RETRY_AFTER));
    }
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof SQLException sql) {
        String state = sql.getSQLState();
        if (state != null && state.startsWith("23")) {
          return new ConstraintViolated(failure);
        }
        if (state != null && (state.startsWith("40") || H2_LOCK_TIMEOUT.equals(state))) {
          return new WriteConflict(failure);
        }
        if (OutageLog.isIn(sql)) {
          if (own != null && own.fullSince().isPresent()) {
            return new ParleyException(StorageFull.DEFAULT); // it cannot even be opened for reading
          }
          outages.noticed(began, failure);
          return new ParleyException(new Unavailable("The database", RETRY_AFTER));
        }
      }
      if (at.getCause() == at) {
        break;
      }
    }
    LOG.log(level(), "A transaction failed.", Masking.trace(failure));
    return new ParleyException(new Unavailable("The database", RETRY_AFTER));
  }

  /** Returns the time since which writes meet a full disk. */
  Optional<Instant> fullSince() {
    return own == null ? fullness.since() : own.fullSince();
  }

  /** Handles a failure: the database may have closed itself, or its disk may be full. */
  OwnStorage.Verdict noteFailure(long began, Throwable failure) {
    if (own != null) {
      OwnStorage.Verdict verdict = own.failed(began, failure);
      if (verdict != OwnStorage.Verdict.OF_THE_CALL) {
        return verdict;
      }
    }
    if (!DiskFullDetector.isIn(failure)) {
      return OwnStorage.Verdict.OF_THE_CALL;
    }
    fullness.met();
    return OwnStorage.Verdict.FULL;
  }

  /** Returns the log level: a persistent fault is logged once in a while, not with each call. */
  private System.Logger.Level level() {
    long now = System.nanoTime();
    long last = lastLoggedAt.get();
    boolean isDue =
        (last == 0 || now - last >= LOG_INTERVAL_NANOS) && lastLoggedAt.compareAndSet(last, now);
    return isDue ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG;
  }
}
