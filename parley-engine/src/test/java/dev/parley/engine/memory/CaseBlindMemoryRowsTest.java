package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import java.util.UUID;

/** Memory in a database that compares without regard to case, as some do unless told otherwise. */
class CaseBlindMemoryRowsTest extends H2MemoryRowsTest {

  @Override
  HikariDataSource newPool() {
    return Databases.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";IGNORECASE=TRUE");
  }
}
