package dev.parley.war.telemetry;

import dev.parley.problem.InvalidArgument;
import dev.parley.war.settings.Settings;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The choice of those who may read the metrics, by the setting {@code metrics}. */
public enum MetricsExposure {
  /** Nobody; nothing is counted. */
  OFF,
  /** Callers with a credential for it, and everybody where the server needs no credential. */
  ON,
  /** The same, and programs of this machine without a credential. */
  LOCAL,
  /** Everybody. */
  OPEN;

  /** The path of the metrics, below the context. */
  public static final String PATH = "/metrics";

  private static final String SETTING = "metrics";

  /** Headers by which a proxy says that it asks for another program. */
  private static final List<String> OF_PROXIES = List.of("Forwarded", "X-Forwarded-For", "Via");

  private static final List<String> LOOPBACK = List.of("127.0.0.1", "::1", "0:0:0:0:0:0:0:1");

  /**
   * Returns the choice of a deployment.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another word
   */
  public static MetricsExposure of(Settings settings) {
    return settings.value(SETTING).map(MetricsExposure::parse).orElse(ON);
  }

  private static MetricsExposure parse(String word) {
    return Arrays.stream(values())
        .filter(one -> one.wireName().equals(word.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    SETTING,
                    "it must be "
                        + Arrays.stream(values())
                            .map(MetricsExposure::wireName)
                            .collect(Collectors.joining(", "))
                        + ", not "
                        + word));
  }

  /** Returns the word of the setting. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a request for the metrics needs no credential, whatever the server needs. */
  public boolean admits(HttpServletRequest request) {
    return switch (this) {
      case OFF, OPEN -> true; // where it is off, everybody gets the same: nothing is there
      case ON -> false;
      case LOCAL -> isOfThisMachine(request);
    };
  }

  /** A proxy on this machine asks for others, so its requests do not count. */
  private static boolean isOfThisMachine(HttpServletRequest request) {
    return LOOPBACK.contains(String.valueOf(request.getRemoteAddr()))
        && OF_PROXIES.stream().allMatch(header -> request.getHeader(header) == null);
  }
}
