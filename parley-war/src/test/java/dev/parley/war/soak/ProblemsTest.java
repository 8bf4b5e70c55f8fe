package dev.parley.war.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemsTest {
  private final Problems problems = new Problems();
  private final long now = System.nanoTime();

  @Test
  void failure_thatOverlapsTheRestart_isCountedByItself() {
    problems.add("before", now, now + 9);
    problems.restartBegins(now + 10);
    problems.add("cut", now, now + 11);
    problems.add("refused", now + 12, now + 13);
    problems.restartEnds(now + 20);
    problems.add("noticed late", now + 19, now + 30);
    problems.add("after", now + 21, now + 22);
    problems.add("after", now + 23, now + 24);

    assertThat(problems.ofRestart()).containsOnlyKeys("cut", "refused", "noticed late");
    assertThat(problems.errors()).hasSize(2).containsEntry("before", 1).containsEntry("after", 2);
  }
}
