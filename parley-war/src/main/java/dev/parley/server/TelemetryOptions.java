package dev.parley.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options on metrics, traces and the log. */
final class TelemetryOptions {
  private static final List<String> METRICS = List.of("off", "on", "local", "open");

  @Option(
      names = "--metrics",
      paramLabel = "off|on|local|open",
      description =
          "Who may read the metrics at /metrics: nobody; a credential with the scope watch, and"
              + " everybody where the server needs no credential; programs of this machine too,"
              + " without a credential; everybody. Bounds: off, on, local or open. Default: on.")
  private @Nullable String metrics;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description =
          "Receiver of traces by OpenTelemetry's protocol over HTTP, for example"
              + " http://127.0.0.1:4318. Default: none; nothing is traced.")
  private @Nullable String otlp;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description =
          "Form of the log: lines for people, or one JSON object a line with stable names of"
              + " events. Bounds: text or json. Default: text.")
  private String logFormat = LogOutput.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description =
          "Least level of Parley's own lines; libraries write warnings and errors. Bounds: error,"
              + " warning, info, debug or trace. Default: info.")
  private String logLevel = LogOutput.DEFAULT_LEVEL;

  /** Returns the first mistake, for the person who wrote it. */
  Optional<String> mistake() {
    if (metrics != null && !METRICS.contains(metrics)) {
      return Optional.of("--metrics must be off, on, local or open, not " + metrics);
    }
    if (!LogOutput.FORMATS.contains(logFormat)) {
      return Optional.of("--log-format must be text or json, not " + logFormat);
    }
    return LogOutput.isLevel(logLevel)
        ? Optional.empty()
        : Optional.of("--log-level must be error, warning, info, debug or trace, not " + logLevel);
  }

  /** Returns the settings of the deployment that were given. */
  Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    if (metrics != null) {
      given.put("metrics", metrics);
    }
    if (otlp != null) {
      given.put("otlp", otlp);
    }
    return given;
  }

  /** Returns the form of the log. */
  LogOutput log() {
    return new LogOutput(logFormat, logLevel);
  }
}
