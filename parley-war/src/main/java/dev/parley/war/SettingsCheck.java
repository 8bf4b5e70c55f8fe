package dev.parley.war;

import dev.parley.engine.logging.Masking;
import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.oauth.OAuthServer;
import dev.parley.war.oidc.AccessTokens;
import dev.parley.war.settings.Settings;
import dev.parley.war.settings.UnknownKeys;
import dev.parley.war.telemetry.MetricsExposure;
import dev.parley.war.trace.Tracing;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads the settings of a deployment as its start does, but starts nothing and asks no other
 * server. The command {@code config} finds it by its name, as it finds the web application.
 */
public final class SettingsCheck implements Function<Map<String, String>, List<String>> {
  /** The parts of a start that refuse settings. Each names its first mistake. */
  private static final List<Consumer<Settings>> PARTS =
      List.of(
          UnknownKeys::check,
          OAuthServer::check,
          AccessTokens::check,
          ForwardedHeaders::check,
          settings -> settings.value("ca").ifPresent(SettingsCheck::readAuthorities),
          settings -> settings.count("max-token-length"),
          MetricsExposure::of,
          Tracing::check,
          settings -> settings.count("max-streams-per-login"),
          settings -> settings.duration("idle"),
          settings -> settings.duration("beat"),
          ContainerDataSource::refuse,
          ContainerExecutor::refuse,
          EngineSettings::builder);

  /** Made by its name. */
  public SettingsCheck() {}

  /**
   * Returns the mistakes in the init parameters of a deployment and in what else it reads, for the
   * person who wrote them and without credentials.
   */
  @Override
  public List<String> apply(Map<String, String> parameters) {
    Settings settings = Settings.of(parameters);
    return PARTS.stream().flatMap(part -> mistake(part, settings)).distinct().toList();
  }

  private static void readAuthorities(String file) {
    TrustedAuthorities unused = TrustedAuthorities.in(file);
  }

  private static Stream<String> mistake(Consumer<Settings> part, Settings settings) {
    try {
      part.accept(settings);
      return Stream.empty();
    } catch (RuntimeException refused) {
      return Stream.of(Masking.message(refused));
    }
  }
}
