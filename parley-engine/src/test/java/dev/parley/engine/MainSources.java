package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The Java files of every module's {@code src/main/java}. */
final class MainSources {
  private MainSources() {}

  static List<Path> files() {
    List<Path> files = new ArrayList<>();
    for (String module : List.of("parley-api", "parley-engine", "parley-chat", "parley-war")) {
      try (Stream<Path> all = Files.walk(root().resolve(module).resolve("src/main/java"))) {
        all.filter(file -> String.valueOf(file).endsWith(".java")).sorted().forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(files).isNotEmpty();
    return files;
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder of the parent POM; a test runs in the folder of its module. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("parley-api"))) {
      folder = folder.getParent();
    }
    return Objects.requireNonNull(folder, "no folder above has parley-api in it");
  }
}
