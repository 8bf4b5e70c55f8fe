package dev.parley.server;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of the options that the command line leaves open: from the environment first, then
 * from the properties file.
 */
final class EnvironmentDefaults implements IDefaultValueProvider {
  private static final String CONFIG = "--config";

  /** Options that exclude each other: the nearest source that has one of them decides. */
  private static final Map<String, String> EITHER =
      Map.of("token", "token-file", "token-file", "token");

  private final List<String> args;
  private final Properties file;

  EnvironmentDefaults(String[] args) {
    this.args = List.of(args);
    file = read(configFile(args));
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp()) {
      return null;
    }
    String name = option.longestName().substring(2);
    if (name.equals("config")) {
      return null;
    }
    Optional<String> other = Optional.ofNullable(EITHER.get(name));
    if (other.filter(this::isOnTheCommandLine).isPresent()) {
      return null;
    }
    Optional<String> variable = inEnvironment(name);
    if (variable.isEmpty() && other.flatMap(EnvironmentDefaults::inEnvironment).isPresent()) {
      return null;
    }
    return variable.orElseGet(() -> file.getProperty(name));
  }

  private boolean isOnTheCommandLine(String name) {
    String flag = "--" + name;
    return args.stream().anyMatch(arg -> arg.equals(flag) || arg.startsWith(flag + "="));
  }

  private static Optional<String> inEnvironment(String name) {
    String variable = "PARLEY_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
    return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
  }

  private static Optional<Path> configFile(String[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(CONFIG + "=")) {
        return Optional.of(Path.of(args[i].substring(CONFIG.length() + 1)));
      }
      if (args[i].equals(CONFIG) && i + 1 < args.length) {
        return Optional.of(Path.of(args[i + 1]));
      }
    }
    String home = System.getenv("XDG_CONFIG_HOME");
    Path configs =
        home == null || home.isBlank()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(home);
    return Optional.of(configs.resolve("parley").resolve("parley.properties"))
        .filter(Files::isReadable);
  }

  private static Properties read(Optional<Path> path) {
    Properties properties = new Properties();
    path.ifPresent(
        file -> {
          try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
          }
        });
    return properties;
  }
}
