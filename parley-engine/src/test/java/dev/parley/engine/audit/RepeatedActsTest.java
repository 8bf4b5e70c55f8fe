package dev.parley.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.engine.audit.RepeatedActs.Counted;
import dev.parley.id.WorkspaceId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A flood of equal acts makes two entries a minute, and a flood of different ones has a bound. */
class RepeatedActsTest {
  private static final int MAX = 3;
  private final AtomicLong nanos = new AtomicLong();
  private final RepeatedActs acts = new RepeatedActs(nanos::get, MAX);

  private static Act act(String target) {
    return new Act(
        WorkspaceId.DEFAULT, "", Origin.NONE, AuditAction.ACCESS_REFUSED, target, "wrong_token");
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void equalActsOfAMinute_areOneAndANumber() {
    assertThat(acts.isFirst(act("a"))).isTrue();
    assertThat(acts.isFirst(act("a"))).isFalse();
    assertThat(acts.isFirst(act("a"))).isFalse();
    pass(RepeatedActs.COUNTED_FOR.minusNanos(1));
    assertThat(acts.takeEnded()).isEmpty();
    pass(Duration.ofNanos(1));
    assertThat(acts.takeEnded()).containsExactly(new Counted(act("a"), 2));
    assertThat(acts.takeEnded()).isEmpty();
    assertThat(acts.isFirst(act("a"))).isTrue();
  }

  @Test
  void oneActAlone_hasNoNumber() {
    assertThat(acts.isFirst(act("a"))).isTrue();
    pass(RepeatedActs.COUNTED_FOR);
    assertThat(acts.takeEnded()).isEmpty();
  }

  @Test
  void actsPastTheBound_areCountedTogether() {
    for (int i = 0; i < MAX; i++) {
      assertThat(acts.isFirst(act("a" + i))).isTrue();
    }
    assertThat(acts.isFirst(act("b"))).isFalse();
    assertThat(acts.isFirst(act("c"))).isFalse();
    assertThat(acts.isFirst(act("a0"))).isFalse();
    pass(RepeatedActs.COUNTED_FOR);
    assertThat(acts.takeEnded())
        .containsExactlyInAnyOrder(new Counted(RepeatedActs.OTHERS, 2), new Counted(act("a0"), 1));
    assertThat(acts.isFirst(act("b"))).isTrue();
  }

  @Test
  void takeAll_takesWhatHasNotEnded() {
    assertThat(acts.isFirst(act("a"))).isTrue();
    assertThat(acts.isFirst(act("a"))).isFalse();
    assertThat(acts.takeAll()).containsExactly(new Counted(act("a"), 1));
    assertThat(acts.takeAll()).isEmpty();
  }
}
