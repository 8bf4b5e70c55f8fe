package dev.parley.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for what must not be written, or must be. */
final class FilesWith {
  /** A server may replace a file while the directory is read. */
  private static final int MAX_TRIES = 20;

  private FilesWith() {}

  /** The files under {@code directory} that hold {@code text}, as one byte or two a character. */
  static List<Path> text(Path directory, String text) throws IOException {
    for (int tries = 1; ; tries++) {
      try (Stream<Path> files = Files.walk(directory)) {
        return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
      } catch (UncheckedIOException vanished) {
        if (!(vanished.getCause() instanceof NoSuchFileException) || tries == MAX_TRIES) {
          throw vanished;
        }
      }
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return Stream.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)
          .map(charset -> new String(text.getBytes(charset), StandardCharsets.ISO_8859_1))
          .anyMatch(bytes::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
