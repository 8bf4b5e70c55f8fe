package dev.parley.war.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A server's log, cut into records: a line that begins with a time, and what follows it. */
final class LogRecords {
  private static final Pattern COLOR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final Pattern BEGIN =
      Pattern.compile("^(\\[?\\d{4}-\\d\\d-\\d\\d[T ])?\\d\\d:\\d\\d:\\d\\d[,.]\\d{3}");
  private static final Pattern TROUBLE = Pattern.compile("\\b(WARN|WARNING|ERROR|SEVERE|FATAL)\\b");

  private LogRecords() {}

  /** The records that are warnings or worse, each with the lines that follow it. */
  static List<String> troubles(String log) {
    List<StringBuilder> records = new ArrayList<>();
    for (String line : COLOR.matcher(log).replaceAll("").lines().toList()) {
      if (records.isEmpty() || BEGIN.matcher(line).find()) {
        records.add(new StringBuilder(line));
      } else {
        records.get(records.size() - 1).append('\n').append(line);
      }
    }
    return records.stream()
        .map(StringBuilder::toString)
        .filter(record -> TROUBLE.matcher(record.lines().findFirst().orElse("")).find())
        .toList();
  }
}
