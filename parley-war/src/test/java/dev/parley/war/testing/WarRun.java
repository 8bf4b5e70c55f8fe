package dev.parley.war.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A command of the runnable file that ended.
 *
 * @param exitCode its exit code
 * @param out the text on its standard output
 * @param err the text on its standard error
 */
public record WarRun(int exitCode, String out, String err) {
  private static final int BOUND_SECONDS = 120;

  /** Runs {@code java -jar parley.war words}, with nothing of Parley's in the environment. */
  public static WarRun of(String... words) {
    try {
      Path out = Files.createTempFile("parley-run-", ".out");
      Path err = Files.createTempFile("parley-run-", ".err");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(
                    WarCommand.of(
                        List.of("-Dparley.cache=" + WarCommand.unpacked()), List.of(words)))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> inherited = builder.environment();
        inherited.keySet().removeIf(name -> name.startsWith("PARLEY_"));
        inherited.remove("JAVA_TOOL_OPTIONS");
        inherited.put("XDG_CONFIG_HOME", out.getParent().resolve("parley-no-config").toString());
        Process process = builder.start();
        if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("still running: " + List.of(words));
        }
        return new WarRun(
            process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  /** Returns its standard output as JSON. */
  public JsonNode json() {
    return new ObjectMapper().readTree(out);
  }
}
