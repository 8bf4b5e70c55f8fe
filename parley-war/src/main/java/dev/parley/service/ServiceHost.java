package dev.parley.service;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The machine that a service is for.
 *
 * @param system the name that Java has for the operating system
 * @param home the home of the user
 * @param configs the folder in which the user's applications keep their configuration
 * @param java the program {@code java}
 * @param war the file that is run
 */
record ServiceHost(String system, Path home, Path configs, Path java, Path war) {
  /** Returns the machine of this process, which came from {@code war}. */
  static ServiceHost current(Path war, Map<String, String> environment) {
    Path home = Path.of(variable(environment, "HOME").orElse(System.getProperty("user.home", ".")));
    return new ServiceHost(
        System.getProperty("os.name", ""),
        home.toAbsolutePath(),
        variable(environment, "XDG_CONFIG_HOME").map(Path::of).orElse(home.resolve(".config")),
        Path.of(System.getProperty("java.home"), "bin", "java"),
        war.toAbsolutePath().normalize());
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
