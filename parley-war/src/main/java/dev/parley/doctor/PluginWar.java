package dev.parley.doctor;

import dev.parley.doctor.client.Places;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The runnable file that the script of the plugin finds, which looks in three places. */
final class PluginWar {
  private PluginWar() {}

  /** The file that {@code script}, in the folder {@code bin} of the plugin, starts. */
  static Optional<Path> of(Path script, Places places) {
    Path root = script.toAbsolutePath().normalize().resolveSibling("..").normalize();
    return Stream.of(
            places.variable("PARLEY_WAR").map(Path::of),
            Optional.of(root.resolve("parley.war")),
            Optional.of(root.resolve("../../target/parley.war").normalize()))
        .flatMap(Optional::stream)
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
