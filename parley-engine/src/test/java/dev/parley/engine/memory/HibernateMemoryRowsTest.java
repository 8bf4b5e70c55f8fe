package dev.parley.engine.memory;

import dev.parley.engine.persistence.Database;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** Memory through the other provider. */
class HibernateMemoryRowsTest extends H2MemoryRowsTest {

  @Override
  Database over(DataSource source) {
    return Database.over(source, MemoryRows.ENTITIES, new HibernatePersistenceProvider());
  }
}
