package dev.parley.presence;

import static dev.parley.problem.Refusals.refused;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.RoomName;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RosterQueryTest {

  @Test
  void filter_isBounded() {
    assertThat(RosterQuery.ALL.matching("x".repeat(256)).filter()).isPresent();
    assertThat(refusedField(() -> RosterQuery.ALL.matching("x".repeat(257)))).isEqualTo("filter");
    assertThat(refusedField(() -> RosterQuery.ALL.matching("a\0"))).isEqualTo("filter");
  }

  @Test
  void since_isBounded() {
    Duration week = Duration.ofDays(7);
    assertThat(RosterQuery.ALL.seenWithin(Duration.ofMillis(1)).since().toMillis()).isOne();
    assertThat(RosterQuery.ALL.seenWithin(week).since()).isEqualTo(week);
    assertThat(refusedField(() -> RosterQuery.ALL.seenWithin(Duration.ZERO))).isEqualTo("since");
    assertThat(refused(() -> RosterQuery.ALL.seenWithin(week.plusMillis(1))).details())
        .containsEntry("limit", 604_800_000L);
  }

  @Test
  void limit_isBounded() {
    assertThat(RosterQuery.ALL.atMost(1).atMost(10_000).limit()).isEqualTo(10_000);
    assertThat(refusedField(() -> RosterQuery.ALL.atMost(0))).isEqualTo("limit");
    assertThat(refused(() -> RosterQuery.ALL.atMost(10_001)).details())
        .containsEntry("limit", 10_000);
  }

  @Test
  void words_addUp() {
    RoomName room = RoomName.of("planning");
    assertThat(
            RosterQuery.ALL
                .matching("a*")
                .in(room)
                .online()
                .seenWithin(Duration.ofHours(1))
                .atMost(3))
        .isEqualTo(
            new RosterQuery(Optional.of("a*"), Optional.of(room), true, Duration.ofHours(1), 3));
    assertThat(RosterQuery.ALL.since()).isEqualTo(Duration.ofHours(24));
  }
}
