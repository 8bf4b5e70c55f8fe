package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.persistence.Database;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** A database and a persistence provider over it, on which every promise is kept. */
public enum Store {
  /** H2 in memory through EclipseLink: the default. */
  H2,
  /** The same through Hibernate. */
  H2_HIBERNATE,
  /** PostgreSQL through EclipseLink. */
  POSTGRESQL,
  /** MariaDB through EclipseLink, where a MariaDB is there. */
  MARIADB;

  /**
   * Returns true if tests of all stores run on it: on H2 and PostgreSQL through EclipseLink always,
   * on the others where {@code PARLEY_REQUIRE_DATABASES} is {@code all}, as in CI.
   */
  boolean isTested() {
    return this == H2 || this == POSTGRESQL || ServerProgram.isRequired();
  }

  /** A new, empty database; the tests that ask are skipped where the product is not there. */
  public HikariDataSource newDatabase() {
    return switch (this) {
      case H2, H2_HIBERNATE -> Databases.inMemory();
      case POSTGRESQL -> Databases.pool(PostgresServer.newDatabase());
      case MARIADB -> Databases.pool(MariaDbServer.newDatabase());
    };
  }

  /** A new database without rows, which has the schema already where that saves time. */
  public HikariDataSource newMigratedDatabase() {
    return this == POSTGRESQL
        ? Databases.pool(PostgresServer.newMigratedDatabase())
        : newDatabase();
  }

  /** {@code source} with its schema, and these entities alone. */
  public Database database(DataSource source, List<Class<?>> entities) {
    return this == H2_HIBERNATE
        ? Database.over(source, entities, new HibernatePersistenceProvider())
        : Database.over(source, entities);
  }

  /** A builder on {@code source}. */
  public ParleyBuilder over(DataSource source) {
    return this == H2_HIBERNATE
        ? ParleyBuilder.builder().database(source, new HibernatePersistenceProvider())
        : ParleyBuilder.builder().database(source);
  }
}
