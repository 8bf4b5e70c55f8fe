package dev.parley.doctor.client;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The places where clients keep their files.
 *
 * @param home the user's home folder
 * @param folder the folder the client works in
 * @param managed the folder of the settings an organisation manages
 * @param environment the variables of the shell
 */
public record Places(Path home, Path folder, Path managed, Map<String, String> environment) {
  private static final int MAX_PARENTS = 32;

  /** Copies the environment. */
  public Places {
    environment = Map.copyOf(environment);
  }

  /** The value of a variable that is not blank. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /** The folder that a variable names, or else the one of this name below the home. */
  Path folderOf(String variable, String name) {
    return variable(variable).map(Path::of).orElse(home.resolve(name));
  }

  /** The folder and the ones above it, the nearest first. */
  List<Path> upwards() {
    List<Path> found = new ArrayList<>();
    Path at = folder.toAbsolutePath().normalize();
    while (at != null && found.size() < MAX_PARENTS) {
      found.add(at);
      at = at.getParent();
    }
    return found;
  }

  /**
   * Finds the program that a shell would start for {@code command}: a path as it is, a bare name on
   * the path.
   */
  public Optional<Path> program(String command) {
    if (command.contains("/") || command.contains(File.separator)) {
      return Optional.of(folder.resolve(command)).filter(Places::isProgram);
    }
    for (String entry : variable("PATH").orElse("").split(File.pathSeparator, -1)) {
      for (String suffix : List.of("", ".exe", ".cmd")) {
        Path program = Path.of(entry, command + suffix);
        if (!entry.isEmpty() && isProgram(program)) {
          return Optional.of(program);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
