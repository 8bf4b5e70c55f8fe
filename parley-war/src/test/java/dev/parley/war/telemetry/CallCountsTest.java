package dev.parley.war.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ProblemCode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallCountsTest {
  private final CallCounts counts = new CallCounts(Set.of("join_room", "leave_room"));

  @Test
  void calls_areCountedByToolAndOutcome() {
    counts.ended("join_room", null, 1);
    counts.ended("join_room", null, 1);
    counts.ended("join_room", ProblemCode.RATE_LIMITED, 1);
    counts.cancelled("join_room");
    assertThat(counts.called()).containsExactly("join_room");
    assertThat(outcomes("join_room"))
        .isEqualTo(Map.of("ok", 2L, "rate_limited", 1L, "cancelled", 1L));
  }

  @Test
  void callOfAnotherTool_isNotCounted() {
    counts.ended("frobnicate", null, 1);
    counts.cancelled("frobnicate");
    assertThat(counts.called()).isEmpty();
    assertThat(outcomes("frobnicate")).isEmpty();
  }

  @Test
  void durations_areInTheFirstBucketThatHasRoom() {
    counts.ended("join_room", null, TimeUnit.MICROSECONDS.toNanos(500));
    counts.ended("join_room", null, TimeUnit.MICROSECONDS.toNanos(501));
    counts.ended("join_room", null, TimeUnit.HOURS.toNanos(1));
    long[] buckets = counts.latencies("join_room").counts();
    assertThat(buckets[0]).isEqualTo(1);
    assertThat(buckets[1]).isEqualTo(1);
    assertThat(buckets[buckets.length - 1]).isEqualTo(1);
    assertThat(counts.latencies("join_room").seconds()).isBetween(3_600.0, 3_600.01);
    assertThat(Latencies.bounds()).hasSameSizeAs(buckets).isSorted();
  }

  private Map<String, Long> outcomes(String tool) {
    Map<String, Long> outcomes = new TreeMap<>();
    counts.outcomes(tool, outcomes::put);
    return outcomes;
  }
}
