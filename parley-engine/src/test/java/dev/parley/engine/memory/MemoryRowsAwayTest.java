package dev.parley.engine.memory;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Outage;
import dev.parley.engine.persistence.Database;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory whose database is away, or is written faster than one can follow. */
class MemoryRowsAwayTest {
  private static final Document PROJECT = new Document(WorkspaceId.DEFAULT, Kind.PROJECT, "");

  private HikariDataSource pool;
  private Outage source;
  private Database database;
  private JpaMemoryStore memory;

  @BeforeEach
  void open() {
    pool = Databases.inMemory();
    source = new Outage(pool);
    database = Database.over(source, JpaMemoryStore.ENTITIES);
    memory = new JpaMemoryStore(database.transactions(), InstantSource.system());
    memory.update(PROJECT, before -> "before");
  }

  @AfterEach
  void close() {
    database.close();
    pool.close();
  }

  @Test
  void database_thatIsAway_isUnavailableAndNothingWasChanged() {
    source.begin();
    assertThat(refusedCode(() -> memory.read(PROJECT))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> memory.list(WorkspaceId.DEFAULT, Kind.PROJECT)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> memory.update(PROJECT, text -> "after")))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    source.end();
    assertThat(memory.read(PROJECT)).contains("before");
  }

  @Test
  void update_thatIsOvertakenAgainAndAgain_isUnavailableInTheEnd() {
    assertThat(overtaken(2)).contains("slower");
    assertThat(refusedCode(() -> overtaken(3))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(memory.read(PROJECT)).contains("faster");
  }

  /** What stands there after a writer of three attempts was overtaken so many times. */
  private Optional<String> overtaken(int times) {
    AtomicInteger left = new AtomicInteger(times);
    new JpaMemoryStore(database.transactions(), InstantSource.system(), 3)
        .update(
            PROJECT,
            seen -> {
              if (left.getAndDecrement() > 0) {
                memory.update(PROJECT, text -> "faster");
              }
              return "slower";
            });
    return memory.read(PROJECT);
  }
}
