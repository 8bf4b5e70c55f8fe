package dev.parley.war.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The log of the server, one JSON object a line. */
final class ServerLog {
  private static final int MAX_SHOWN = 5;

  private ServerLog() {}

  /** The lines of the levels that matter; the first of each. */
  record Lines(long warnings, long errors, List<String> first) {}

  static Lines read(Path log) throws IOException {
    List<String> all = Files.readAllLines(log);
    List<String> warnings = all.stream().filter(line -> isAt(line, "warning")).toList();
    List<String> errors = all.stream().filter(line -> isAt(line, "error")).toList();
    return new Lines(
        warnings.size(),
        errors.size(),
        Stream.concat(errors.stream().limit(MAX_SHOWN), warnings.stream().limit(MAX_SHOWN))
            .toList());
  }

  private static boolean isAt(String line, String level) {
    return line.contains("\"level\":\"" + level + "\"");
  }
}
