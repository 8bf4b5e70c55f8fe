package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** Memory through the other provider. */
class HibernateMemoryRowsTest extends JpaMemoryStoreContract {

  @Override
  OpenRows open() {
    HikariDataSource pool = Databases.inMemory();
    return new OpenRows(
        Database.over(pool, JpaMemoryStore.ENTITIES, new HibernatePersistenceProvider()), pool);
  }
}
