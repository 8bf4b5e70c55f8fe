package dev.parley.setup;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The machine as one user has it.
 *
 * @param home the user's home
 * @param folder the folder in which the setup was started: the project
 * @param system the name of the operating system
 */
record UserMachine(Path home, Path folder, Map<String, String> environment, String system) {
  /** The machine of this process. */
  static UserMachine current() {
    Map<String, String> environment = System.getenv();
    return new UserMachine(
        home(environment),
        Path.of("").toAbsolutePath(),
        environment,
        System.getProperty("os.name", ""));
  }

  /** The home that clients use: {@code HOME}, which need not be that of the user's account. */
  static Path home(Map<String, String> environment) {
    String named = environment.getOrDefault("HOME", "");
    String home = named.isBlank() ? System.getProperty("user.home", ".") : named;
    return Path.of(home).toAbsolutePath();
  }

  /** The folder that a variable names, or else the one below the home. */
  Path folder(String variable, String... below) {
    return variable(variable)
        .map(named -> folder.resolve(named).normalize())
        .orElseGet(() -> home.resolve(String.join("/", below)));
  }

  /** The value of a variable that is set to something. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /** The folder for what the setup keeps: the plugin and its notes. */
  Path data() {
    return folder("XDG_DATA_HOME", ".local", "share").resolve("parley").resolve("setup");
  }

  /** The folder in which applications keep their configuration. */
  Path applications() {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.contains("mac")) {
      return home.resolve("Library").resolve("Application Support");
    }
    return name.contains("windows")
        ? folder("APPDATA", "AppData", "Roaming")
        : folder("XDG_CONFIG_HOME", ".config");
  }

  /** The program of this name that is on the path. */
  Optional<Path> program(String name) {
    for (String entry : variable("PATH").orElse("").split(File.pathSeparator, -1)) {
      for (String suffix : new String[] {"", ".exe", ".cmd"}) {
        if (!entry.isEmpty()) {
          Path program = folder.resolve(entry).resolve(name + suffix);
          if (Files.isRegularFile(program) && Files.isExecutable(program)) {
            return Optional.of(program);
          }
        }
      }
    }
    return Optional.empty();
  }
}
