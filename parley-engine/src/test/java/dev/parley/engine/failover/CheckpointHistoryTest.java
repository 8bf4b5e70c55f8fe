package dev.parley.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.topic.Checkpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Marks are close together where they are new, few, and none older than is of use. */
class CheckpointHistoryTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final CheckpointHistory trail = new CheckpointHistory(List.of(), 0);

  @Test
  void firstMarks_areAllThere() {
    mark(1, 6);
    assertThat(numbers()).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
  }

  @Test
  void manyMarks_areSixThatLieFurtherApartTheOlderTheyAre() {
    mark(1, 50);
    List<Long> numbers = numbers();
    assertThat(numbers).hasSize(6).startsWith(50L, 49L).endsWith(1L);
    for (int i = 2; i < numbers.size(); i++) {
      long hole = numbers.get(i - 1) - numbers.get(i);
      long before = numbers.get(i - 2) - numbers.get(i - 1);
      assertThat(hole).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void oldestMark_isNeitherYoungerThanAMinuteNorMuchOlder() {
    mark(1, 1_000);
    assertThat(numbers().get(numbers().size() - 1)).isBetween(850L, 941L);
  }

  private void mark(int first, int last) {
    for (int n = first; n <= last; n++) {
      trail.add(new Checkpoint(n, Map.of()), n * SECOND);
    }
  }

  private List<Long> numbers() {
    return trail.checkpoints().stream().map(Checkpoint::number).toList();
  }
}
