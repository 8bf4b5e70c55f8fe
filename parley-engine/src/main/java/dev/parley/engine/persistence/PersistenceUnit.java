package dev.parley.engine.persistence;

import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Parley's persistence unit, as providers read it. */
final class PersistenceUnit implements PersistenceUnitInfo {
  private final DataSource source;
  private final String provider;
  private final List<String> classes;
  private final Path root;

  /**
   * Makes a unit.
   *
   * @param root an empty directory: a provider asks for one, and EclipseLink walks it
   */
  PersistenceUnit(DataSource source, String provider, List<Class<?>> entities, Path root) {
    this.source = source;
    this.provider = provider;
    this.classes = entities.stream().map(Class::getName).toList();
    this.root = root;
  }

  @Override
  public String getPersistenceUnitName() {
    return "parley";
  }

  @Override
  public String getPersistenceProviderClassName() {
    return provider;
  }

  @Override
  public PersistenceUnitTransactionType getTransactionType() {
    return PersistenceUnitTransactionType.RESOURCE_LOCAL;
  }

  @Override
  public @Nullable DataSource getJtaDataSource() {
    return null;
  }

  @Override
  public DataSource getNonJtaDataSource() {
    return source;
  }

  @Override
  public List<String> getMappingFileNames() {
    return List.of();
  }

  @Override
  public List<URL> getJarFileUrls() {
    return List.of();
  }

  @Override
  public URL getPersistenceUnitRootUrl() {
    try {
      return root.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<String> getManagedClassNames() {
    return classes;
  }

  @Override
  public boolean excludeUnlistedClasses() {
    return true;
  }

  @Override
  public SharedCacheMode getSharedCacheMode() {
    return SharedCacheMode.NONE;
  }

  @Override
  public ValidationMode getValidationMode() {
    return ValidationMode.NONE;
  }

  @Override
  public Properties getProperties() {
    return new Properties();
  }

  @Override
  public String getPersistenceXMLSchemaVersion() {
    return "3.0";
  }

  @Override
  public ClassLoader getClassLoader() {
    return PersistenceUnit.class.getClassLoader();
  }

  @Override
  public void addTransformer(ClassTransformer transformer) {
    // entities are used as compiled: relations are ids, so nothing needs weaving
  }

  @Override
  public @Nullable ClassLoader getNewTempClassLoader() {
    return null;
  }
}
