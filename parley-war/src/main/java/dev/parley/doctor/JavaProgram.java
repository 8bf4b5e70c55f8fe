package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.doctor.client.Places;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code java} that a client starts.
 *
 * @param feature its feature release, for example 17
 */
record JavaProgram(Path file, int feature) {
  /** The oldest release that runs Parley. */
  static final int MIN_FEATURE = 17;

  private static final int MAX_SECONDS = 4;
  private static final Pattern VERSION = Pattern.compile("version \"(?:1\\.)?(\\d+)");

  /** The {@code java} that a shell starts: of {@code JAVA_HOME}, or else of the path. */
  static Optional<Path> ofShell(Places places) {
    return places
        .variable("JAVA_HOME")
        .map(home -> home + File.separator + "bin" + File.separator + "java")
        .map(places::program)
        .orElseGet(() -> places.program("java"));
  }

  /** Asks the program for its version; an {@link IOException} where it says none. */
  static JavaProgram asked(Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(file.toString(), "-version").redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(file + " -version takes longer than " + MAX_SECONDS + " s");
      }
      String said = new String(process.getInputStream().readNBytes(4096), UTF_8);
      Matcher version = VERSION.matcher(said);
      if (!version.find()) {
        throw new IOException(file + " is no Java: it names no version");
      }
      return new JavaProgram(file, Integer.parseInt(version.group(1)));
    } finally {
      process.destroyForcibly();
    }
  }

  boolean isNewEnough() {
    return feature >= MIN_FEATURE;
  }
}
