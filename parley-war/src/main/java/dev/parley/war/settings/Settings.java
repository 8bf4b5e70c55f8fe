package dev.parley.war.settings;

import dev.parley.problem.InvalidArgument;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The settings of a deployment, each by its name: {@code data} is the context parameter {@code
 * parley.data}, else the system property of that name, else the environment's {@code PARLEY_DATA},
 * else {@code parley.data} of MicroProfile Config in an application server that has it.
 */
public final class Settings {
  /** The beginning of the keys of Parley. */
  static final String PREFIX = "parley.";

  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern COMMA_OR_LINE = Pattern.compile(",|\\R");
  private static final Pattern COMMA_OUTSIDE_OF_BRACES = Pattern.compile(",(?![^{}]*\\})");
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");
  private static final Pattern SHORT = Pattern.compile("[0-9]{1,9}[smhSMH]");

  private final Function<String, Optional<String>> parameters;
  private final ServerSettings server;

  private Settings(Function<String, Optional<String>> parameters, ServerSettings server) {
    this.parameters = parameters;
    this.server = server;
  }

  /** The settings of a deployment. */
  public static Settings of(ServletContext context) {
    return new Settings(
        dotted -> Optional.ofNullable(context.getInitParameter(dotted)), ServerSettings.find());
  }

  /** The settings of a deployment that would have these context parameters. */
  public static Settings of(Map<String, String> parameters) {
    return of(parameters, ServerSettings.find());
  }

  /** The same in a server that has these settings. */
  static Settings of(Map<String, String> parameters, ServerSettings server) {
    return new Settings(dotted -> Optional.ofNullable(parameters.get(dotted)), server);
  }

  /**
   * Returns the value of {@code name} where the deployer gave it as a context parameter. The
   * environment of the process does not count.
   */
  public Optional<String> parameter(String name) {
    return parameters.apply(PREFIX + name).map(String::strip).filter(value -> !value.isEmpty());
  }

  /** The value of {@code name}, if there is one that is not blank. */
  public Optional<String> value(String name) {
    return found(name).map(String::strip).filter(value -> !value.isEmpty());
  }

  /**
   * Returns whether the switch {@code name} is on; off where it is absent.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where it is none of on,
   *     off, true and false
   */
  public boolean isOn(String name) {
    return value(name)
        .map(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "on", "true" -> true;
                  case "off", "false" -> false;
                  default ->
                      throw InvalidArgument.refusal(name, "it must be on or off, not " + text);
                })
        .orElse(false);
  }

  /**
   * Returns whether {@code name} was given, as a blank even; a blank in the environment or in
   * MicroProfile Config is none.
   */
  public boolean isGiven(String name) {
    return found(name).isPresent();
  }

  private Optional<String> found(String name) {
    String dotted = PREFIX + name;
    return parameters
        .apply(dotted)
        .or(() -> Optional.ofNullable(System.getProperty(dotted)))
        .or(() -> inEnvironment(name))
        .or(() -> server.value(dotted));
  }

  /**
   * The names in the settings of the application server that neither a system property nor the
   * environment has. A server may list a variable by a key with dots.
   */
  Set<String> serverNames() {
    return server.keys().stream()
        .filter(key -> System.getProperty(key) == null)
        .map(key -> key.substring(PREFIX.length()))
        .filter(name -> System.getenv(environmentName(name)) == null)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The values of {@code name}, which has commas between them. */
  public List<String> values(String name) {
    return parts(name, COMMA);
  }

  /** The patterns of {@code name}, with commas between them; one within braces is the pattern's. */
  public List<String> patterns(String name) {
    return parts(name, COMMA_OUTSIDE_OF_BRACES);
  }

  /** The values in the text of a file, with commas or line breaks between them. */
  public static List<String> list(String text) {
    return COMMA_OR_LINE
        .splitAsStream(text)
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private List<String> parts(String name, Pattern between) {
    return value(name).stream()
        .flatMap(between::splitAsStream)
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /**
   * The whole number of {@code name}, 0 or more, if there is one.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where it is none
   */
  public Optional<Integer> count(String name) {
    return value(name)
        .map(
            text -> {
              if (!COUNT.matcher(text).matches()) {
                throw InvalidArgument.refusal(
                    name, "it must be a whole number of at most nine digits, not " + text);
              }
              return Integer.valueOf(text);
            });
  }

  /**
   * The length of time of {@code name}, if there is one: {@code 90s}, {@code 15m}, {@code 2h}, or
   * as ISO-8601 has it.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where it is none, or not
   *     above zero
   */
  public Optional<Duration> duration(String name) {
    return value(name)
        .map(
            text -> {
              try {
                Duration read = Duration.parse(SHORT.matcher(text).matches() ? "PT" + text : text);
                if (read.compareTo(Duration.ZERO) > 0) {
                  return read;
                }
              } catch (DateTimeParseException notALength) {
                // refused below
              }
              throw InvalidArgument.refusal(
                  name, "it must be a length of time such as 90s, 15m, 2h or PT15M, not " + text);
            });
  }

  private static Optional<String> inEnvironment(String name) {
    return Optional.ofNullable(System.getenv(environmentName(name)))
        .filter(value -> !value.isBlank());
  }

  private static String environmentName(String name) {
    return "PARLEY_" + name.replace('-', '_').replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
