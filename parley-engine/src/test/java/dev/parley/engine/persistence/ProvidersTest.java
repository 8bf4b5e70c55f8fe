package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

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
