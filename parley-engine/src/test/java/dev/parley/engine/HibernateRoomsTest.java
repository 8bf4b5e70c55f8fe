package dev.parley.engine;

import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** Rooms through the other provider. */
class HibernateRoomsTest extends H2RoomsTest {

  @Override
  Engine on(DataSource source) {
    return Engine.builder().database(source, new HibernatePersistenceProvider());
  }
}
