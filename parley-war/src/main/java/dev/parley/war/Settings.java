package dev.parley.war;

import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The settings of a deployment, each by its name: {@code data} is the context parameter {@code
 * parley.data}, else the system property of that name, else the environment's {@code PARLEY_DATA}.
 */
public final class Settings {
  private static final Pattern COMMA = Pattern.compile(",");

  private final Function<String, Optional<String>> source;

  private Settings(Function<String, Optional<String>> source) {
    this.source = source;
  }

  /** The settings of a deployment. */
  public static Settings of(ServletContext context) {
    return new Settings(
        name -> {
          String dotted = "parley." + name;
          return Optional.ofNullable(context.getInitParameter(dotted))
              .or(() -> Optional.ofNullable(System.getProperty(dotted)))
              .or(() -> Optional.ofNullable(System.getenv(environmentName(name))));
        });
  }

  /** The value of {@code name}, if there is one that is not blank. */
  public Optional<String> value(String name) {
    return source.apply(name).map(String::strip).filter(value -> !value.isEmpty());
  }

  /** The values of {@code name}, which has commas between them. */
  public List<String> values(String name) {
    return value(name).stream()
        .flatMap(COMMA::splitAsStream)
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private static String environmentName(String name) {
    return "PARLEY_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
