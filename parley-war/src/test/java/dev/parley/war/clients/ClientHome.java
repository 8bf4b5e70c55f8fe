package dev.parley.war.clients;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A clean home with an empty project, and an environment with nothing of the user's. Its path is
 * short, because sockets lie in it.
 */
final class ClientHome implements AutoCloseable {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Path home;
  private final Path project;
  private final Map<String, String> environment = new TreeMap<>();

  /**
   * A command that ended.
   *
   * @param printed what it wrote on both streams
   */
  record Ended(int exitCode, String printed) {}

  /** A command that runs. */
  static final class Running implements AutoCloseable {
    private final Process process;
    private final Path printed;

    private Running(Process process, Path printed) {
      this.process = process;
      this.printed = printed;
    }

    /** Waits for its end. */
    Ended ended() {
      eventually("ended: " + process.info().command(), BOUND, () -> !process.isAlive());
      try {
        return new Ended(process.exitValue(), Files.readString(printed));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns true until it has ended. */
    boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private ClientHome(Path home, Path project) {
    this.home = home;
    this.project = project;
  }

  /** Makes one. */
  static ClientHome fresh() {
    try {
      Path home = Files.createTempDirectory("pc-").toRealPath();
      ClientHome fresh = new ClientHome(home, Files.createDirectory(home.resolve("work")));
      Path java = Path.of(System.getProperty("java.home"));
      return fresh
          .with("HOME", home.toString())
          .with("PATH", "/usr/local/bin:/usr/bin:/bin:" + java.resolve("bin"))
          .with("JAVA_HOME", java.toString())
          .with("LANG", "C.UTF-8")
          .with("TERM", "xterm-256color");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets a variable of the environment. */
  ClientHome with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Puts a folder before the others on the path. */
  ClientHome withProgramsOf(Path folder) {
    return with("PATH", folder + File.pathSeparator + environment.get("PATH"));
  }

  /** Returns the home. */
  Path folder() {
    return home;
  }

  /** Returns the folder in which clients work. */
  Path project() {
    return project;
  }

  /** Writes a file below the home. */
  void write(String path, String text) {
    try {
      Path file = home.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a command in the project. */
  Running start(List<String> command) {
    try {
      Path printed = Files.createTempFile(home, "printed-", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(project.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      return new Running(builder.start(), printed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command in the project; fails where it does. */
  String run(List<String> command) {
    try (Running running = start(command)) {
      Ended ended = running.ended();
      if (ended.exitCode() != 0) {
        throw new AssertionError(command + " ended with " + ended);
      }
      return ended.printed();
    }
  }

  /** Returns a command that runs {@code command} with this environment and no other. */
  List<String> isolated(List<String> command) {
    List<String> all = new ArrayList<>(List.of("/usr/bin/env", "-i"));
    environment.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return all;
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException stillWritten) {
      System.out.println("clients: " + home + " stays: " + stillWritten.getMessage());
    }
  }
}
