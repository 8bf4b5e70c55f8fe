package dev.parley.war.rest;

import java.nio.file.Path;
import java.util.Optional;

/** The file this server runs from, which is the bridge for agents of the same machine, too. */
final class RunningFile {
  private static final String WAR = ".war";

  private RunningFile() {}

  /** Its absolute path; empty where the WAR was deployed in an application server. */
  static Optional<String> path() {
    return path(System.getProperty("java.class.path", ""));
  }

  /**
   * Returns the absolute path of the file in {@code classPath}. {@code java -jar} makes the file
   * the whole class path.
   */
  static Optional<String> path(String classPath) {
    return classPath.endsWith(WAR) && !classPath.contains(System.getProperty("path.separator", ":"))
        ? Optional.of(Path.of(classPath).toAbsolutePath().normalize().toString())
        : Optional.empty();
  }
}
