package dev.parley.war.rest;

import java.nio.file.Path;
import java.util.Optional;

/** The file this server runs from, which is the bridge for agents of the same machine, too. */
final class RunningFile {
  private static final String WAR = ".war";

  private RunningFile() {}

  /** Its absolute path; empty where the WAR was deployed in an application server. */
  static Optional<String> path() {
    return path(
        Optional.ofNullable(System.getProperty("parley.file")),
        System.getProperty("java.class.path", ""));
  }

  /**
   * Returns the absolute path of the file that the launcher names, else of the file in {@code
   * classPath}. {@code java -jar} makes the file the whole class path.
   */
  static Optional<String> path(Optional<String> launched, String classPath) {
    return launched
        .or(() -> Optional.of(classPath).filter(RunningFile::isOneWar))
        .map(file -> Path.of(file).toAbsolutePath().normalize().toString());
  }

  private static boolean isOneWar(String classPath) {
    return classPath.endsWith(WAR)
        && !classPath.contains(System.getProperty("path.separator", ":"));
  }
}
