package dev.parley.server.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of the options that the command line leaves open: from the environment first, then
 * from the properties file. A file that cannot be read is a {@link #mistake} and counts as empty.
 */
public final class SettingSources implements IDefaultValueProvider {
  /** The beginning of the variables of the environment. */
  static final String PREFIX = "PARLEY_";

  /** The option that names the properties file; no other source has it. */
  static final String CONFIG = "config";

  private static final String FLAG = "--" + CONFIG;

  /** Options that exclude each other: the nearest source that has one of them decides. */
  private static final Map<String, String> EITHER =
      Map.of("token", "token-file", "token-file", "token");

  /**
   * A value and the place it comes from.
   *
   * @param kind the kind of the place
   * @param place the variable, the file, and so on
   * @param value the value as it is written there
   */
  public record Origin(Kind kind, String place, String value) {}

  /** The kinds of places that values come from. */
  public enum Kind {
    /** An option of the command line. */
    OPTION("option"),
    /** A system property. */
    PROPERTY("system property"),
    /** A variable of the environment. */
    ENVIRONMENT("environment"),
    /** The properties file. */
    FILE("file"),
    /** No place at all. */
    DEFAULT("default");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The name of the kind as people read it. */
    public String words() {
      return words;
    }
  }

  private final List<String> args;
  private final Map<String, String> environment;
  private final Optional<Path> path;
  private final Properties file = new Properties();
  private final Optional<String> mistake;

  private SettingSources(List<String> args, Map<String, String> environment, Optional<Path> path) {
    this.args = args;
    this.environment = environment;
    this.path = path;
    this.mistake = read();
  }

  /** Returns the sources of a command line, and reads the properties file. */
  public static SettingSources of(String[] args, Map<String, String> environment) {
    return new SettingSources(List.of(args), environment, configFile(args, environment));
  }

  /** Returns sources that have nothing. */
  public static SettingSources none() {
    return new SettingSources(List.of(), Map.of(), Optional.empty());
  }

  /** The reason that the properties file cannot be read; empty where it was, or there is none. */
  public Optional<String> mistake() {
    return mistake;
  }

  /** The properties file; empty where there is none. */
  public Optional<Path> file() {
    return path;
  }

  /** The keys of the properties file. */
  public NavigableSet<String> keys() {
    return new TreeSet<>(file.stringPropertyNames());
  }

  /** The variables of Parley that the environment has, but blank ones. */
  public NavigableSet<String> variables() {
    NavigableSet<String> names = new TreeSet<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !value.isBlank()) {
            names.add(name);
          }
        });
    return names;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    return ofOption(name(option)).map(Origin::value).orElse(null);
  }

  /** Returns the value of an option that the command line does not have, where a source has it. */
  public Optional<Origin> ofOption(String name) {
    if (name.equals(CONFIG)) {
      return Optional.empty();
    }
    Optional<String> other = Optional.ofNullable(EITHER.get(name));
    if (other.filter(this::isOnTheCommandLine).isPresent()) {
      return Optional.empty();
    }
    Optional<Origin> variable = inEnvironment(name);
    if (variable.isEmpty() && other.flatMap(this::inEnvironment).isPresent()) {
      return Optional.empty();
    }
    return variable.or(() -> inFile(name));
  }

  /**
   * Returns the value of a setting without an option: of the system property, else of the
   * environment, else of the properties file.
   */
  public Optional<Origin> ofDeployment(Setting setting) {
    return inProperty(setting)
        .or(() -> inEnvironment(setting.name()))
        .or(() -> inFile(setting.name()));
  }

  /** Returns the value of the system property of a setting. */
  public Optional<Origin> inProperty(Setting setting) {
    return setting
        .property()
        .flatMap(
            name ->
                Optional.ofNullable(System.getProperty(name))
                    .map(value -> new Origin(Kind.PROPERTY, name, value)));
  }

  private Optional<Origin> inEnvironment(String name) {
    String variable = Setting.variable(name);
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isBlank())
        .map(value -> new Origin(Kind.ENVIRONMENT, variable, value));
  }

  private Optional<Origin> inFile(String name) {
    return Optional.ofNullable(file.getProperty(name))
        .map(value -> new Origin(Kind.FILE, path.map(Path::toString).orElse(""), value));
  }

  private boolean isOnTheCommandLine(String name) {
    String flag = "--" + name;
    return args.stream().anyMatch(arg -> arg.equals(flag) || arg.startsWith(flag + "="));
  }

  /** The name of the setting of an option. */
  static String name(OptionSpec option) {
    return option.longestName().substring(2);
  }

  private static Optional<Path> configFile(String[] args, Map<String, String> environment) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(FLAG + "=")) {
        return Optional.of(Path.of(args[i].substring(FLAG.length() + 1)));
      }
      if (args[i].equals(FLAG) && i + 1 < args.length) {
        return Optional.of(Path.of(args[i + 1]));
      }
    }
    return Optional.of(defaultFile(environment)).filter(Files::isReadable);
  }

  private static Path defaultFile(Map<String, String> environment) {
    String home = environment.get("XDG_CONFIG_HOME");
    Path configs =
        home == null || home.isBlank()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(home);
    return configs.resolve("parley").resolve("parley.properties");
  }

  private Optional<String> read() {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try (Reader reader = Files.newBufferedReader(path.get())) {
      file.load(reader);
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.of(FLAG + " " + path.get() + " cannot be read");
    } catch (IllegalArgumentException malformed) {
      return Optional.of(path.get() + " is no properties file: " + malformed.getMessage());
    }
  }
}
