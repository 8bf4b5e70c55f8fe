package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.UrgentLimited;
import dev.parley.war.guard.GuardLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bounds of urgent messages, each at the bound and one past it. */
class UrgentBoundsTest {
  private static final AgentId ALICE = new AgentId("alice");

  private final Instant begun = Instant.parse("2026-11-24T20:00:00Z");
  private final AtomicReference<Instant> now = new AtomicReference<>(begun);
  private final HourlyCount count = new HourlyCount(3, now::get);

  @Test
  void urgentMessages_asManyAsTheLimit_passAndNotOneMore() {
    take(3);
    now.set(begun.plusSeconds(60));
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> count.take(ALICE))
        .satisfies(
            refused ->
                assertThat(refused.problem())
                    .isEqualTo(new UrgentLimited(3, Duration.ofMinutes(59))));
    count.take(new AgentId("bob"));
  }

  @Test
  void limit_isOverAnHourAfterTheFirst_notAMillisecondEarlier() {
    take(3);
    now.set(begun.plus(Duration.ofHours(1)).minusMillis(1));
    assertThatExceptionOfType(ParleyException.class).isThrownBy(() -> count.take(ALICE));
    now.set(begun.plus(Duration.ofHours(1)));
    take(3);
    assertThatExceptionOfType(ParleyException.class).isThrownBy(() -> count.take(ALICE));
  }

  @Test
  void messageThatWasNotSent_costsNothing() {
    take(3);
    count.giveBack(ALICE);
    take(1);
    assertThatExceptionOfType(ParleyException.class).isThrownBy(() -> count.take(ALICE));
  }

  @Test
  void limitThatIsOff_refusesNothing() {
    HourlyCount off = new HourlyCount(GuardLimits.OFF, now::get);
    for (int i = 0; i < 1_000; i++) {
      off.take(ALICE);
    }
    assertThat(now.get()).isEqualTo(begun);
  }

  @Test
  void senders_pastTheirBound_areRefused_untilTheOthersHoursAreOver() {
    for (int i = 0; i < HourlyCount.MAX_SENDERS; i++) {
      count.take(new AgentId("sender-" + i));
    }
    assertThatExceptionOfType(ParleyException.class).isThrownBy(() -> count.take(ALICE));
    count.take(new AgentId("sender-0"));
    now.set(begun.plus(Duration.ofHours(1)));
    take(1);
  }

  @Test
  void waitingMessages_pastTheirBound_leaveTheNewest() {
    UrgentMessages urgent = new UrgentMessages();
    for (int i = 0; i <= UrgentMessages.MAX_WAITING; i++) {
      assertThat(urgent.add(id(i))).isTrue();
    }
    assertThat(urgent.waiting())
        .hasSize(UrgentMessages.MAX_WAITING)
        .doesNotContain(id(0))
        .contains(id(UrgentMessages.MAX_WAITING));
  }

  @Test
  void interruption_isOver_whenItWasRungOrHandedOut() {
    UrgentMessages urgent = new UrgentMessages();
    assertThat(urgent.isDue()).isFalse();
    assertThat(urgent.add(id(1))).isTrue();
    assertThat(urgent.isDue()).isTrue();
    urgent.rung();
    assertThat(urgent.isDue()).isFalse();
    assertThat(urgent.waiting()).hasSize(1);
    assertThat(urgent.add(id(2))).isTrue();
    urgent.handedOut(List.of(id(1), id(2)));
    assertThat(urgent.isDue()).isFalse();
    assertThat(urgent.waiting()).isEmpty();
    assertThat(urgent.add(id(2))).as("handed out before").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "ALL,true,true",
    "ALL,false,true",
    "PEOPLE,true,true",
    "PEOPLE,false,false",
    "NONE,true,false",
    "NONE,false,false"
  })
  void policy_admits(UrgentPolicy policy, boolean person, boolean admitted) {
    assertThat(policy.admits(person)).isEqualTo(admitted);
  }

  private static MessageId id(int number) {
    return new MessageId(String.format("%026d", number));
  }

  private void take(int times) {
    for (int i = 0; i < times; i++) {
      count.take(ALICE);
    }
  }
}
