package dev.parley.engine.persistence;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.engine.Databases;
import dev.parley.engine.Store;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.problem.ProblemCode;
import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionsTest {
  private static final String MAKE =
      "INSERT INTO parley_topic (id, workspace, kind, name, created_at, last_seq)"
          + " VALUES (?1, 'default', 'ROOM', ?1, 0, 0)";
  private static final String COUNT =
      "UPDATE parley_topic SET last_seq = last_seq + 1 WHERE id = ?1";
  private static final String COUNTED =
      "SELECT t.lastSeq FROM Topic t WHERE t.id IN ('one', 'other') ORDER BY t.id";

  /** Each holds the row that the other wants: the database undoes one of them. */
  @ParameterizedTest
  @EnumSource
  void call_thatMeetsAnother_isRunAgain(Store store) throws Exception {
    try (HikariDataSource source = store.newDatabase();
        Database database = store.database(source, JpaBackend.ENTITIES)) {
      Transactions transactions = database.transactions();
      List<String> rows = List.of("one", "other");
      transactions.run(em -> rows.forEach(row -> change(em, MAKE, row)));
      CyclicBarrier bothHoldOne = new CyclicBarrier(2);
      AtomicInteger runs = new AtomicInteger();
      AtOnce.run(
          2,
          thread -> {
            AtomicInteger attempts = new AtomicInteger();
            transactions.run(
                em -> {
                  runs.incrementAndGet();
                  change(em, COUNT, rows.get(thread));
                  if (attempts.getAndIncrement() == 0) {
                    await(bothHoldOne);
                  }
                  change(em, COUNT, rows.get(1 - thread));
                });
            return thread;
          });
      assertThat(runs.get()).isGreaterThan(2);
      List<Long> counted =
          transactions.read(em -> em.createQuery(COUNTED, Long.class).getResultList());
      assertThat(counted).containsExactly(2L, 2L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "53100, 0, STORAGE_FULL",
    "HY000, 1021, STORAGE_FULL",
    "HY000, 1114, STORAGE_FULL",
    "HY000, 1020, UNAVAILABLE"
  })
  void call_thatTheDatabaseRefusesForItsDisk_isSaidAsSuch(
      String state, int number, ProblemCode expected) {
    try (HikariDataSource source = Databases.inMemory();
        Database database = Database.over(source, JpaBackend.ENTITIES)) {
      SQLException refused = new SQLException("of the driver", state, number);
      assertThat(
              refusedCode(
                  () ->
                      database
                          .transactions()
                          .run(
                              em -> {
                                throw new IllegalStateException(refused);
                              })))
          .isEqualTo(expected);
      assertThat(database.state().fullSince().isPresent())
          .isEqualTo(expected == ProblemCode.STORAGE_FULL);
    }
  }

  private static void change(EntityManager entities, String statement, String row) {
    entities.createNativeQuery(statement).setParameter(1, row).executeUpdate();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
