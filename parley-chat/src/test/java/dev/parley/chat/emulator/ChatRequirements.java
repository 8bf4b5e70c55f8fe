package dev.parley.chat.emulator;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs and packages that the tests of chat systems need. Where one is absent, the tests are
 * skipped with one line, or fail if the variable {@value #VARIABLE} is 1.
 */
public final class ChatRequirements {
  private static final String VARIABLE = "PARLEY_REQUIRE_CHAT";

  private ChatRequirements() {}

  /** Requires programs of the path. */
  public static void programs(String... programs) {
    for (String program : programs) {
      require(isOnPath(program), program + " is not installed");
    }
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  /** Requires anything else. */
  public static void require(boolean isThere, String absence) {
    if (!isThere && "1".equals(System.getenv(VARIABLE))) {
      Assertions.fail(absence + " and " + VARIABLE + " is 1");
    }
    Assumptions.assumeTrue(isThere, absence);
  }
}
