package dev.parley.doctor;

import dev.parley.doctor.client.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The runnable file that the script of the plugin finds, which looks in four places. */
final class PluginWar {
  private PluginWar() {}

  /** The file that {@code script}, in the folder {@code bin} of the plugin, starts. */
  static Optional<Path> of(Path script, Places places) {
    Path root = script.toAbsolutePath().normalize().resolveSibling("..").normalize();
    return Stream.of(
            places.variable("PARLEY_WAR").map(Path::of),
            noted(root.resolve("war.path")),
            Optional.of(root.resolve("parley.war")),
            Optional.of(root.resolve("../../target/parley.war").normalize()))
        .flatMap(Optional::stream)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** The path that setup has noted. */
  private static Optional<Path> noted(Path note) {
    try {
      return Files.isRegularFile(note)
          ? Optional.of(Files.readString(note).strip())
              .filter(text -> !text.isEmpty())
              .map(Path::of)
          : Optional.empty();
    } catch (IOException | InvalidPathException unreadable) {
      return Optional.empty();
    }
  }
}
