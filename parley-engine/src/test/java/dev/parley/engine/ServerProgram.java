package dev.parley.engine;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A server that tests run: the installed one, else the one that a jar of the test class path packs
 * for this platform.
 *
 * <p>Where neither is there, the tests that ask are skipped and one line says so; with {@code
 * PARLEY_REQUIRE_DATABASES} set to {@code all} they fail.
 */
public enum ServerProgram {
  REDIS("redis-server", "redis-server", PackedServers::redis),
  MARIADB("mariadbd", "mariadb-server", PackedServers::mariaDb),
  NATS("nats-server", "nats-server", Optional::empty);

  private static final String REQUIRED = "PARLEY_REQUIRE_DATABASES";

  private final String program;
  private final Optional<Path> path;

  ServerProgram(String program, String debianPackage, Supplier<Optional<Path>> packed) {
    this.program = program;
    this.path = installed(program).or(packed);
    if (path.isEmpty() && !isRequired()) {
      System.out.println(
          program
              + " is not on this machine: tests that need it are skipped (apt-get install "
              + debianPackage
              + ").");
    }
  }

  /** The program; skips the test that asks where it is absent. */
  public Path require() {
    if (path.isEmpty() && isRequired()) {
      throw new IllegalStateException(program + " is absent, and " + REQUIRED + " is 'all'");
    }
    Assumptions.assumeTrue(path.isPresent(), () -> program + " is not on this machine");
    return path.orElseThrow();
  }

  /** An installed program of the given name. */
  static Optional<Path> installed(String name) {
    String search = System.getenv().getOrDefault("PATH", "");
    Stream<String> usual = Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");
    return Stream.concat(Stream.of(search.split(File.pathSeparator)), usual)
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Returns true if every database and broker has to be there and is tested. */
  static boolean isRequired() {
    return "all".equals(System.getenv(REQUIRED));
  }
}
