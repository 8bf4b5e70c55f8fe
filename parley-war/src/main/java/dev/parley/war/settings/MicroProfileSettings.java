package dev.parley.war.settings;

import dev.parley.problem.InvalidArgument;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;

/**
 * The settings in MicroProfile Config. A value is the text of the source that has the highest
 * priority, with its expressions expanded; no converter sees it, so a comma needs no backslash.
 */
final class MicroProfileSettings implements ServerSettings {
  private final Config config;

  MicroProfileSettings(Config config) {
    this.config = config;
  }

  /**
   * Returns those of a deployment.
   *
   * @throws IllegalStateException where the API has no implementation
   */
  static ServerSettings of(ClassLoader deployment) {
    return new MicroProfileSettings(ConfigProvider.getConfig(deployment));
  }

  /** Refuses an expression without a value, which would leave a server with the default. */
  @Override
  public Optional<String> value(String key) {
    ConfigValue found;
    try {
      found = config.getConfigValue(key);
    } catch (NoSuchElementException unresolved) {
      throw unresolved(key);
    }
    Optional<String> value = Optional.ofNullable(found.getValue());
    if (value.isEmpty() && found.getRawValue() != null && !found.getRawValue().isBlank()) {
      throw unresolved(key);
    }
    return value.filter(text -> !text.isBlank());
  }

  private static RuntimeException unresolved(String key) {
    return InvalidArgument.refusal(
        key.substring(Settings.PREFIX.length()),
        "its value in MicroProfile Config has an expression that names nothing");
  }

  @Override
  public Set<String> keys() {
    return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
        .filter(key -> key.startsWith(Settings.PREFIX))
        .collect(Collectors.toUnmodifiableSet());
  }
}
