package dev.parley.war.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/** A MicroProfile Config of these texts, where {@code ${none}} is an expression without a value. */
final class FakeConfig implements Config {
  private final Map<String, String> texts;

  FakeConfig(Map<String, String> texts) {
    this.texts = texts;
  }

  /** Settings of a server that has these texts. */
  static ServerSettings settings(Map<String, String> texts) {
    return new MicroProfileSettings(new FakeConfig(texts));
  }

  @Override
  public ConfigValue getConfigValue(String name) {
    @Nullable String raw = texts.get(name);
    return new ConfigValue() {
      @Override
      public String getName() {
        return name;
      }

      @Override
      @SuppressWarnings("NullAway") // as the API has it
      public String getValue() {
        return raw == null || raw.contains("${none}") ? null : raw.replace("${word}", "deed");
      }

      @Override
      @SuppressWarnings("NullAway") // as the API has it
      public String getRawValue() {
        return raw;
      }

      @Override
      public String getSourceName() {
        return "fake";
      }

      @Override
      public int getSourceOrdinal() {
        return ConfigSource.DEFAULT_ORDINAL;
      }
    };
  }

  @Override
  public Iterable<String> getPropertyNames() {
    return new ArrayList<>(texts.keySet());
  }

  @Override
  public <T> T getValue(String name, Class<T> type) {
    throw new AssertionError("a converter was asked for " + name);
  }

  @Override
  public <T> Optional<T> getOptionalValue(String name, Class<T> type) {
    throw new AssertionError("a converter was asked for " + name);
  }

  @Override
  public Iterable<ConfigSource> getConfigSources() {
    return List.of();
  }

  @Override
  public <T> Optional<Converter<T>> getConverter(Class<T> type) {
    return Optional.empty();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    throw new IllegalArgumentException(type + " is not here");
  }
}
