package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.room.RoomRows;
import jakarta.persistence.spi.PersistenceProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
