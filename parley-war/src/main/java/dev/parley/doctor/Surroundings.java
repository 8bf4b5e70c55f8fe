package dev.parley.doctor;

import dev.parley.doctor.client.Places;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The machine as the doctor sees it.
 *
 * @param war the file this program runs from; empty where its classes lie in folders
 * @param version the version of this program
 * @param freeBytes the room in a folder
 * @param clock the local clock
 */
record Surroundings(
    Places places,
    Optional<Path> war,
    String version,
    ToLongFunction<Path> freeBytes,
    InstantSource clock) {
  private static final String DEVELOPMENT = "development";

  /** The machine and the user of this process. */
  static Surroundings ofThisProcess() {
    Path home =
        Path.of(
            Optional.ofNullable(System.getenv("HOME"))
                .filter(given -> !given.isBlank())
                .orElse(System.getProperty("user.home", ".")));
    Places places = new Places(home, Path.of("").toAbsolutePath(), managed(), System.getenv());
    String version = Surroundings.class.getPackage().getImplementationVersion();
    return new Surroundings(
        places,
        ownFile(),
        version == null ? DEVELOPMENT : version,
        folder -> folder.toFile().getUsableSpace(),
        InstantSource.system());
  }

  /** Returns whether this program is no release, so that its version says nothing. */
  boolean isDevelopment() {
    return version.equals(DEVELOPMENT);
  }

  /** The folder of the settings that an organisation manages for Claude Code. */
  private static Path managed() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (File.separatorChar == '\\') {
      return Path.of("C:\\Program Files\\ClaudeCode");
    }
    return system.contains("mac")
        ? Path.of("/Library/Application Support/ClaudeCode")
        : Path.of("/etc/claude-code");
  }

  private static Optional<Path> ownFile() {
    CodeSource source = Surroundings.class.getProtectionDomain().getCodeSource();
    try {
      return source == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI())).filter(Files::isRegularFile);
    } catch (URISyntaxException | RuntimeException unusual) {
      return Optional.empty();
    }
  }
}
