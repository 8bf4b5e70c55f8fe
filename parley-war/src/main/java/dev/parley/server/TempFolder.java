package dev.parley.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder that Jetty works in, which it empties at its start and removes at its end: each
 * process has its own, readable by its user alone.
 */
final class TempFolder {
  private static final System.Logger LOG = System.getLogger(TempFolder.class.getName());
  private static final String NAME = "temp-";

  /** A process in another container may have a number that nobody has here. */
  private static final Duration LEFT_ALONE = Duration.ofDays(1);

  private TempFolder() {}

  /**
   * Makes one beside {@code webapp}, and removes those of processes that were killed. Where another
   * user has unpacked the file, it is in the folder for temporary files.
   */
  static Path beside(Path webapp) throws IOException {
    Path parent = webapp.toAbsolutePath().resolveSibling("");
    String name = NAME + ProcessHandle.current().pid() + "-";
    if (!Files.isWritable(parent)) {
      return Files.createTempDirectory("parley-" + name);
    }
    removeLeft(parent);
    return Files.createTempDirectory(parent, name);
  }

  private static void removeLeft(Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, NAME + "*")) {
      for (Path folder : folders) {
        if (isLeft(folder)) {
          remove(folder);
        }
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A folder of an earlier process is left behind.", e);
    }
  }

  private static boolean isLeft(Path folder) throws IOException {
    Optional<ProcessHandle> owner = pid(folder.getFileName().toString()).flatMap(ProcessHandle::of);
    return owner.isEmpty()
        && Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(LEFT_ALONE));
  }

  private static Optional<Long> pid(String name) {
    String[] parts = name.split("-", -1);
    try {
      return Optional.of(Long.valueOf(parts[1]));
    } catch (NumberFormatException notOurs) {
      return Optional.empty();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(path);
      }
    }
  }
}
