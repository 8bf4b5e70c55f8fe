package dev.parley.war.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page that a test makes from the code. The committed file has to equal it. With the
 * system property {@code parley.reference}, a folder, the file is written there first, for the next
 * run to compare.
 */
public final class GeneratedPartial {
  private static final Path COMMITTED = Path.of("../site/modules/ROOT/partials");

  private GeneratedPartial() {}

  /**
   * Fails unless the committed file has this text, below a line that names its test.
   *
   * @param name the file, for example {@code rest.adoc}
   */
  public static void check(Class<?> test, String name, String text) {
    String whole = "// Written by " + test.getSimpleName() + "; see CONTRIBUTING.md.\n" + text;
    String folder = System.getProperty("parley.reference");
    try {
      if (folder != null) {
        Files.writeString(Path.of(folder, name), whole, UTF_8);
      }
      Path file = COMMITTED.resolve(name);
      assertThat(file).exists();
      assertThat(Files.readString(file, UTF_8)).as(name).isEqualTo(whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
