package dev.parley.engine.persistence;

import dev.parley.ParleyException;
import dev.parley.problem.Unavailable;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs work in a transaction of its own, and says in Parley's words why one did not commit. */
public final class Transactions {
  private static final System.Logger LOG = System.getLogger(Transactions.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final long TELL_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String H2_LOCK_TIMEOUT = "HYT00";
  private static final int ATTEMPTS = 8;

  private final EntityManagerFactory factory;
  private final AtomicLong lastTold = new AtomicLong();
  private final Absence absence = new Absence();

  Transactions(EntityManagerFactory factory) {
    this.factory = factory;
  }

  /**
   * Runs {@code work} and commits. Where somebody else's transaction stands in the way it is undone
   * and {@code work} runs again, up to eight times in all.
   *
   * @throws ConstraintViolated where the database refused a row because of a constraint
   * @throws ParleyException {@code unavailable}; the cause is logged
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
      throw translated(began, e);
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

  private RuntimeException translated(long began, RuntimeException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof SQLException sql) {
        String state = sql.getSQLState();
        if (state != null && state.startsWith("23")) {
          return new ConstraintViolated(failure);
        }
        if (state != null && (state.startsWith("40") || H2_LOCK_TIMEOUT.equals(state))) {
          return new WriteConflict(failure);
        }
        if (Absence.isIn(sql)) {
          absence.noticed(began, failure);
          return new ParleyException(new Unavailable("The database", RETRY_AFTER));
        }
      }
      if (at.getCause() == at) {
        break;
      }
    }
    LOG.log(level(), "A transaction failed.", failure);
    return new ParleyException(new Unavailable("The database", RETRY_AFTER));
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
