package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The acts of a run, the words of the page after each, and the time from the act to the words. */
final class StepTable {
  /** More of these, and a step fails at once. */
  private static final int MAX_MISSED = 4;

  private record Row(int step, String act, String said, long millis) {
    String time() {
      return millis < 0 ? "never" : Long.toString(millis);
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();
  private int steps;

  /**
   * Acts, and waits until each view says what is expected of it, which none does before. What a
   * view does not say is {@link #missed()}.
   */
  void step(String act, Runnable doing, LiveView.Expected... expected) {
    int[] keys = new int[expected.length];
    for (int i = 0; i < expected.length; i++) {
      keys[i] = expected[i].watched();
    }
    steps++;
    long begun = System.currentTimeMillis();
    doing.run();
    long acted = System.currentTimeMillis();
    for (int i = 0; i < expected.length; i++) {
      long seen = expected[i].seen(keys[i], acted);
      rows.add(new Row(steps, act, expected[i].toString(), seen < 0 ? seen : seen - begun));
      if (seen < 0) {
        missed.add("%d. %s: not seen: %s".formatted(steps, act, expected[i].whatIsThere()));
      }
    }
    assertThat(missed).hasSizeLessThanOrEqualTo(MAX_MISSED);
  }

  /** Returns the words that views did not say in time, each with what they said instead. */
  List<String> missed() {
    return missed;
  }

  /** The table as Markdown, with the median and the longest time below it. */
  String markdown() {
    StringBuilder text = new StringBuilder("| step | act | what the page said | ms |\n");
    text.append("|---:|---|---|---:|\n");
    int before = 0;
    for (Row row : rows) {
      boolean isFirst = row.step() != before;
      before = row.step();
      text.append("| ").append(isFirst ? row.step() : "").append(" | ");
      text.append(isFirst ? row.act() : "").append(" | ");
      text.append(row.said().replace("|", "\\|")).append(" | ").append(row.time()).append(" |\n");
    }
    double[] sorted = rows.stream().mapToDouble(Row::millis).sorted().toArray();
    return text.append(
            "\n%d steps, %d rows: median %.0f ms, longest %.0f ms\n"
                .formatted(
                    steps,
                    sorted.length,
                    Figures.percentile(sorted, 50),
                    sorted[sorted.length - 1]))
        .toString();
  }

  /** Prints the table, and writes it to a file; nothing where there was no step. */
  void write(Path file) {
    if (rows.isEmpty()) {
      return;
    }
    System.out.println(markdown());
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, markdown());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
