package dev.parley.engine.persistence;

import dev.parley.engine.logging.Masking;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceProviderResolverHolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Makes the entity manager factory by hand, so that an application server finds no {@code
 * persistence.xml} and the same code runs everywhere.
 */
final class EntityManagers {
  private static final System.Logger LOG = System.getLogger(EntityManagers.class.getName());
  private static final String ECLIPSELINK = "org.eclipse.persistence.jpa.PersistenceProvider";

  /** A name and no class: the class cannot be loaded without EclipseLink. */
  private static final String FAIL_AT_ONCE = "dev.parley.engine.persistence.NoQueryRetry";

  /** Entities are listed; Hibernate would read every class file below the unit's root. */
  static final String NO_SCANNER = "org.hibernate.boot.archive.scan.internal.DisabledScanner";

  private EntityManagers() {}

  static EntityManagerFactory factory(
      DataSource source, List<Class<?>> entities, PersistenceProvider provider) {
    Map<String, Object> settings =
        Map.of(
            "eclipselink.weaving", "false",
            "eclipselink.cache.shared.default", "false",
            "eclipselink.logging.level", "SEVERE",
            "eclipselink.session.customizer", FAIL_AT_ONCE,
            // with one name, the second factory of a process would use the first one's database
            "eclipselink.session-name", "parley-" + UUID.randomUUID(),
            "eclipselink.jdbc.batch-writing", "JDBC",
            "hibernate.archive.scanner", NO_SCANNER,
            "hibernate.jdbc.batch_size", "64",
            "hibernate.hbm2ddl.auto", "none");
    Path root = newRoot();
    try {
      return provider.createContainerEntityManagerFactory(
          new PersistenceUnit(source, provider.getClass().getName(), entities, root), settings);
    } finally {
      delete(root);
    }
  }

  /**
   * Makes an empty root. Any other directory may have a hundred thousand files, and each would be
   * read.
   */
  private static Path newRoot() {
    try {
      return Files.createTempDirectory("parley");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path root) {
    try {
      Files.deleteIfExists(root);
    } catch (IOException leftBehind) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Deleting an empty temporary directory failed; ignored.",
          Masking.trace(leftBehind));
    }
  }

  /** Returns EclipseLink where it is present, else the only provider that is. */
  static PersistenceProvider provider() {
    ClassLoader loader = EntityManagers.class.getClassLoader();
    try {
      return Class.forName(ECLIPSELINK, true, loader)
          .asSubclass(PersistenceProvider.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException absent) {
      return PersistenceProviderResolverHolder.getPersistenceProviderResolver()
          .getPersistenceProviders()
          .stream()
          .findFirst()
          .orElseThrow(
              () -> new IllegalStateException("no persistence provider on the class path", absent));
    }
  }
}
