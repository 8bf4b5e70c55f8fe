package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import java.util.UUID;

/** Memory in a database that compares without regard to case, as some do unless told otherwise. */
class CaseBlindMemoryRowsTest extends MemoryRowsContract {

  @Override
  OpenRows open() {
    HikariDataSource pool = Databases.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";IGNORECASE=TRUE");
    return new OpenRows(Database.over(pool, MemoryRows.ENTITIES), pool);
  }
}
