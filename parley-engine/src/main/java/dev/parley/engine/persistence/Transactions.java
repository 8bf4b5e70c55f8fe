package dev.parley.engine.persistence;

import dev.parley.engine.log.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.StorageFull;
import dev.parley.problem.Unavailable;
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

/** Runs work in a transaction of its own, and says in Parley's words why one did not commit. */
public final class Transactions {
  private static final System.Logger LOG = System.getLogger(Transactions.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final long TELL_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long REPEATED_WITHIN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final String H2_LOCK_TIMEOUT = "HYT00";
  private static final int ATTEMPTS = 8;

  private final EntityManagerFactory factory;
  private final @Nullable OwnStorage own;
  private final Fullness fullness = new Fullness(InstantSource.system());
  private final AtomicLong lastTold = new AtomicLong();
  private final OutageLog absence = new OutageLog();

  /**
   * Transactions of a factory.
   *
   * @param own what {@code factory} is over, where that runs in this process
   */
  Transactions(EntityManagerFactory factory, @Nullable OwnStorage own) {
    this.factory = factory;
    this.own = own;
  }

  /**
   * Runs {@code work} and commits. Where somebody else's transaction stands in the way it is undone
   * and {@code work} runs again, up to eight times in all.
   *
   * @throws ConstraintViolated where the database refused a row because of a constraint
   * @throws ParleyException {@code unavailable}, or {@code storage_full}; the cause is logged
   */
  public <T> T call(Function<EntityManager, T> work) {
    return again(() -> callOnce(work));
  }

  private <T> T callOnce(Function<EntityManager, T> work) {
    long began = System.nanoTime();
    EntityManager entities = open();
    EntityTransaction transaction = entities.getTransaction();
    try {
      transaction.begin();
      T result = work.apply(entities);
      transaction.commit();
      fullness.committed(began);
      answered(began, entities);
      return result;
    } catch (ParleyException e) {
      throw e;
    } catch (RuntimeException e) {
      throw translated(began, e);
    } finally {
      end(entities, transaction);
    }
  }

  /**
   * Runs {@code read}, which changes nothing, each of its queries for itself: there is nothing to
   * commit, which on a database across a socket is a way there and back less.
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
              "A transaction met others each time it was tried.",
              another);
          throw new ParleyException(new Unavailable("The database", RETRY_AFTER));
        }
      }
    }
  }

  /** Work that asked nothing is carried out while the database is away, too. */
  private void answered(long began, EntityManager entities) {
    if (!absence.isTold() || isThere(entities)) {
      absence.answered(began);
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
      LOG.log(System.Logger.Level.DEBUG, "A transaction could not be rolled back.", e);
    }
  }

  /**
   * A read that met a database which had ended is repeated: there is another by then. One that
   * waited for a connection is not, or it would wait as often.
   */
  private RuntimeException ofRead(long began, RuntimeException failure) {
    boolean isRepeated =
        own != null
            && System.nanoTime() - began < REPEATED_WITHIN_NANOS
            && noteFailure(began, failure) != OwnStorage.Verdict.OF_THE_CALL;
    return isRepeated ? new WriteConflict(failure) : translated(began, failure);
  }

  private RuntimeException translated(long began, RuntimeException failure) {
    OwnStorage.Verdict verdict = noteFailure(began, failure);
    if (verdict != OwnStorage.Verdict.OF_THE_CALL) {
      LOG.log(System.Logger.Level.DEBUG, "The database ended under a transaction.", failure);
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
            return new ParleyException(StorageFull.DEFAULT); // it cannot even be opened to be read
          }
          absence.noticed(began, failure);
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

  /** Since when what is written meets a full disk. */
  Optional<Instant> fullSince() {
    return own == null ? fullness.since() : own.fullSince();
  }

  /** Learns from a failure whether the database ended, or has no room. */
  OwnStorage.Verdict noteFailure(long began, Throwable failure) {
    if (own != null) {
      OwnStorage.Verdict verdict = own.failed(began, failure);
      if (verdict != OwnStorage.Verdict.OF_THE_CALL) {
        return verdict;
      }
    }
    if (!FullDisk.isIn(failure)) {
      return OwnStorage.Verdict.OF_THE_CALL;
    }
    fullness.met();
    return OwnStorage.Verdict.FULL;
  }

  /** A fault that lasts is told once in a while, not once a call. */
  private System.Logger.Level level() {
    long now = System.nanoTime();
    long last = lastTold.get();
    boolean tell =
        (last == 0 || now - last >= TELL_EVERY_NANOS) && lastTold.compareAndSet(last, now);
    return tell ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG;
  }
}
