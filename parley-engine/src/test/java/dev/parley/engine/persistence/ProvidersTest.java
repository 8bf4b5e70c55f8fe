package dev.parley.engine.persistence;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.room.RoomRows;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProvidersTest {

  static Stream<PersistenceProvider> providers() {
    return Stream.of(EntityManagers.provider(), new HibernatePersistenceProvider());
  }

  @Test
  void provider_whereEclipseLinkIsThere_isEclipseLink() {
    assertThat(EntityManagers.provider().getClass().getName())
        .isEqualTo("org.eclipse.persistence.jpa.PersistenceProvider");
  }

  /** The unit needs some root; what lies there is none of its business. */
  @ParameterizedTest
  @MethodSource("providers")
  void open_besideAForeignClassFile_doesNotReadIt(PersistenceProvider provider) throws Exception {
    Path foreign = Files.createTempFile("foreign", ".class");
    try (HikariDataSource source = Databases.inMemory();
        Database database = Database.over(source, RoomRows.ENTITIES, provider)) {
      List<String> rooms =
          database
              .transactions()
              .call(
                  em -> em.createQuery("SELECT r.name FROM Room r", String.class).getResultList());
      assertThat(rooms).isEmpty();
    } finally {
      Files.delete(foreign);
    }
  }

  /** EclipseLink walks it, all of it: of the temporary directory that took seconds. */
  @Test
  void root_holdsNothingWhileTheUnitIsOpenedAndIsGoneThen() {
    LookingAtTheRoot provider = new LookingAtTheRoot();
    try (HikariDataSource source = Databases.inMemory();
        Database database = Database.over(source, RoomRows.ENTITIES, provider)) {
      assertThat(database.state().reachable()).isTrue();
      assertThat(provider.within).isEmpty();
      assertThat(provider.root).doesNotExist();
    }
  }

  /** The factory is made on another thread while the schema is migrated. */
  @Test
  void open_ofASchemaThatCannotBeMigrated_closesTheFactory() throws SQLException {
    Remembering provider = new Remembering();
    try (HikariDataSource source = Databases.inMemory()) {
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE \"parley_schema_history\" (foreign_to_flyway INT)");
      }
      assertThatThrownBy(() -> Database.over(source, RoomRows.ENTITIES, provider))
          .isInstanceOf(DatabaseUnusable.class);
      eventually("the factory is made", () -> provider.made != null);
      eventually("the factory is closed", () -> !provider.made.isOpen());
    }
  }

  private static final class Remembering extends HibernatePersistenceProvider {
    private volatile EntityManagerFactory made;

    @Override
    @SuppressWarnings("rawtypes") // as it is declared there
    public EntityManagerFactory createContainerEntityManagerFactory(
        PersistenceUnitInfo info, Map properties) {
      made = super.createContainerEntityManagerFactory(info, properties);
      return made;
    }
  }

  private static final class LookingAtTheRoot extends HibernatePersistenceProvider {
    private Path root;
    private List<Path> within;

    @Override
    @SuppressWarnings("rawtypes") // as it is declared there
    public EntityManagerFactory createContainerEntityManagerFactory(
        PersistenceUnitInfo info, Map properties) {
      try {
        root = Path.of(info.getPersistenceUnitRootUrl().toURI());
        try (Stream<Path> files = Files.list(root)) {
          within = files.toList();
        }
      } catch (IOException | URISyntaxException e) {
        throw new IllegalStateException(e);
      }
      return super.createContainerEntityManagerFactory(info, properties);
    }
  }
}
