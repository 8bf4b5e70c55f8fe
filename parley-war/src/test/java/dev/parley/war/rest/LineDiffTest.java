package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.parley.war.rest.LineDiff.Hunk;
import dev.parley.war.rest.LineDiff.Line;
import dev.parley.war.wire.HttpProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineDiffTest {

  @ParameterizedTest
  @CsvSource({"'', ''", "a, a", "'a\nb\n', 'a\nb\n'"})
  void theSame_hasNoHunks(String from, String to) {
    assertThat(LineDiff.between(from, to)).isEmpty();
  }

  @Test
  void changesFarApart_areHunksOfTheirOwn() {
    List<String> from = IntStream.rangeClosed(1, 20).mapToObj(Integer::toString).toList();
    List<String> to = new ArrayList<>(from);
    to.set(4, "five");
    to.set(11, "twelve");
    List<Hunk> apart = hunks(from, to);
    assertThat(apart).hasSize(1);
    to.set(11, "12");
    to.set(12, "thirteen");
    List<Hunk> further = hunks(from, to);
    assertThat(further).hasSize(2);
    assertThat(further.get(1).fromLine()).isEqualTo(10);
    assertThat(text(further.get(1))).isEqualTo("=10 =11 =12 -13 +thirteen =14 =15 =16");
  }

  @Test
  void aLineAddedInFront_movesTheOthers() {
    List<Hunk> hunks = hunks(List.of("a", "b"), List.of("new", "a", "b"));
    assertThat(text(hunks.get(0))).isEqualTo("+new =a =b");
    assertThat(hunks.get(0).fromLine()).isEqualTo(1);
    assertThat(hunks.get(0).toLine()).isEqualTo(1);
  }

  /** Whatever is found, following it leads from the one to the other. */
  @Test
  void ofAnyTexts_followedStepByStep_makesTheOneTheOther() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      List<String> from = lines(random);
      List<String> to = lines(random);
      assertThat(followed(from, hunks(from, to))).isEqualTo(to);
    }
  }

  /** Nothing in common is the worst there is. */
  @Test
  void atItsBound_isReadyInSeconds() {
    String from = text(LineDiff.MAX_LINES, "a");
    String to = text(LineDiff.MAX_LINES, "b");
    assertTimeout(Duration.ofSeconds(10), () -> LineDiff.between(from, to));
    assertThatThrownBy(() -> LineDiff.between(from, to + "\n"))
        .isInstanceOf(HttpProblemException.class);
    assertThatThrownBy(() -> LineDiff.between(from + "\n", to))
        .isInstanceOf(HttpProblemException.class);
  }

  private static String text(int lines, String word) {
    return IntStream.range(0, lines).mapToObj(i -> word + i).collect(Collectors.joining("\n"));
  }

  private static List<String> lines(Random random) {
    return random.ints(1 + random.nextInt(30), 0, 4).mapToObj(Integer::toString).toList();
  }

  private static List<Hunk> hunks(List<String> from, List<String> to) {
    return LineDiff.between(String.join("\n", from), String.join("\n", to));
  }

  private static String text(Hunk hunk) {
    return hunk.lines().stream()
        .map(line -> sign(line) + line.text())
        .collect(Collectors.joining(" "));
  }

  private static String sign(Line line) {
    return switch (line.kind()) {
      case "same" -> "=";
      case "added" -> "+";
      case "removed" -> "-";
      default -> throw new AssertionError(line.kind());
    };
  }

  private static List<String> followed(List<String> from, List<Hunk> hunks) {
    List<String> made = new ArrayList<>();
    int at = 0;
    for (Hunk hunk : hunks) {
      made.addAll(from.subList(at, hunk.fromLine() - 1));
      at = hunk.fromLine() - 1;
      assertThat(hunk.toLine()).isEqualTo(made.size() + 1);
      for (Line line : hunk.lines()) {
        if (!line.kind().equals("added")) {
          assertThat(line.text()).isEqualTo(from.get(at));
          at++;
        }
        if (!line.kind().equals("removed")) {
          made.add(line.text());
        }
      }
    }
    made.addAll(from.subList(at, from.size()));
    return made;
  }
}
