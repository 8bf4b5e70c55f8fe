package dev.parley.war.rest;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.Patch;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The changes between two texts, line by line, with three lines around each change.
 *
 * @see <a href="http://www.xmailserver.org/diff2.pdf">E. Myers, An O(ND) Difference Algorithm and
 *     Its Variations</a>
 */
final class LineDiff {
  /** The most lines of either text: two texts with nothing in common cost the square of it. */
  static final int MAX_LINES = 5_000;

  private static final int AROUND = 3;

  private final List<String> from;
  private final List<String> to;
  private final List<Hunk> hunks = new ArrayList<>();

  private LineDiff(List<String> from, List<String> to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Changes that stand close together, and what is around them.
   *
   * @param fromLine the first line of them in the earlier text, from 1
   * @param toLine and in the later
   */
  record Hunk(int fromLine, int toLine, List<Line> lines) {}

  /**
   * A line.
   *
   * @param kind {@code same}, {@code added} or {@code removed}
   */
  record Line(String kind, String text) {}

  /**
   * Returns the changes by which {@code from} becomes {@code to}.
   *
   * @throws HttpProblemException 409 where either has more than {@value #MAX_LINES} lines
   */
  static List<Hunk> between(String from, String to) {
    LineDiff diff = new LineDiff(lines(from), lines(to));
    Patch<String> patch =
        DiffUtils.diff(diff.from, diff.to, new MyersDiffWithLinearSpace<>(String::equals));
    diff.gather(patch.getDeltas());
    return diff.hunks;
  }

  private static List<String> lines(String text) {
    long lines = text.chars().filter(c -> c == '\n').count() + 1;
    if (lines > MAX_LINES) {
      throw new HttpProblemException(
          new ProblemDetail(
              409,
              "limit_reached",
              "One of the two has " + lines + " lines and " + MAX_LINES + " is the limit.",
              Map.of("what", "lines", "limit", MAX_LINES)));
    }
    return List.of(text.split("\n", -1));
  }

  /**
   * Groups the changes. Those with no more than twice the lines around one between them are one
   * hunk.
   */
  private void gather(List<AbstractDelta<String>> deltas) {
    int begin = 0;
    for (int i = 1; i <= deltas.size(); i++) {
      if (i == deltas.size() || start(deltas.get(i)) - end(deltas.get(i - 1)) > 2 * AROUND) {
        hunks.add(hunk(deltas.subList(begin, i)));
        begin = i;
      }
    }
  }

  /**
   * Returns the hunk of {@code deltas}. Removed lines stand before those added in their place,
   * however the two were found.
   */
  private Hunk hunk(List<AbstractDelta<String>> deltas) {
    AbstractDelta<String> first = deltas.get(0);
    int at = Math.max(0, start(first) - AROUND);
    int fromLine = at + 1;
    int toLine = first.getTarget().getPosition() - (start(first) - at) + 1;
    List<Line> lines = new ArrayList<>();
    List<Line> added = new ArrayList<>();
    for (AbstractDelta<String> delta : deltas) {
      if (start(delta) > at) {
        lines.addAll(added);
        added.clear();
        add(lines, "same", from.subList(at, start(delta)));
      }
      add(lines, "removed", delta.getSource().getLines());
      add(added, "added", delta.getTarget().getLines());
      at = end(delta);
    }
    lines.addAll(added);
    add(lines, "same", from.subList(at, Math.min(from.size(), at + AROUND)));
    return new Hunk(fromLine, toLine, lines);
  }

  private static void add(List<Line> lines, String kind, List<String> texts) {
    texts.forEach(text -> lines.add(new Line(kind, text)));
  }

  private static int start(AbstractDelta<String> delta) {
    return delta.getSource().getPosition();
  }

  private static int end(AbstractDelta<String> delta) {
    Chunk<String> source = delta.getSource();
    return source.getPosition() + source.size();
  }
}
