package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LadderTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(-5 * SECOND);
  private final Ladder ladder = new Ladder(clock::get);

  @Test
  void rung_thatWasNeverOffered_isNeitherProvenNorFailing() {
    for (Rung rung : Rung.values()) {
      ladder.sign();
      assertThat(ladder.provenSince(rung)).as(rung.wireName()).isEmpty();
      assertThat(ladder.isFailing(rung)).as(rung.wireName()).isFalse();
    }
  }

  @Test
  void sign_afterAnOffer_provesItsRungAlone() {
    ladder.offered(Rung.HOOK);
    clock.addAndGet(SECOND);
    ladder.sign();
    clock.addAndGet(3 * SECOND);
    assertThat(ladder.provenSince(Rung.HOOK)).contains(3 * SECOND);
    assertThat(ladder.provenSince(Rung.MONITOR)).isEmpty();
  }

  @Test
  void sign_thatComesTooLate_provesNothing() {
    ladder.offered(Rung.MONITOR);
    clock.addAndGet(Ladder.SIGN_NANOS - 1);
    ladder.sign();
    assertThat(ladder.provenSince(Rung.MONITOR)).isPresent();
    ladder.offered(Rung.MONITOR);
    clock.addAndGet(Ladder.SIGN_NANOS);
    ladder.sign();
    assertThat(ladder.of(Rung.MONITOR).unseen()).isEqualTo(1);
  }

  @Test
  void rungWhoseOffersLeadToNothing_isNotTrusted_untilASign() {
    ladder.offered(Rung.MONITOR);
    ladder.sign();
    for (int i = 1; i < Ladder.MAX_UNSEEN; i++) {
      ladder.offered(Rung.MONITOR);
    }
    assertThat(ladder.provenSince(Rung.MONITOR)).as("one less than the bound").isPresent();
    ladder.offered(Rung.MONITOR);
    assertThat(ladder.isFailing(Rung.MONITOR)).isTrue();
    assertThat(ladder.provenSince(Rung.MONITOR)).isEmpty();
    ladder.sign();
    assertThat(ladder.isFailing(Rung.MONITOR)).isFalse();
    assertThat(ladder.provenSince(Rung.MONITOR)).isPresent();
  }

  @Test
  void proof_endsWithItsTime() {
    ladder.offered(Rung.HOOK);
    ladder.sign();
    clock.addAndGet(Ladder.PROVEN_NANOS - 1);
    assertThat(ladder.provenSince(Rung.HOOK)).isPresent();
    clock.addAndGet(1);
    assertThat(ladder.provenSince(Rung.HOOK)).isEmpty();
  }

  @Test
  void sign_saysNothingOfAChannel_whichAnEchoProves() {
    ladder.offered(Rung.CHANNEL);
    ladder.sign();
    assertThat(ladder.provenSince(Rung.CHANNEL)).isEmpty();
    ladder.proved(Rung.CHANNEL);
    assertThat(ladder.provenSince(Rung.CHANNEL)).isPresent();
  }

  @Test
  void failedTest_endsTheTrustAtOnce() {
    ladder.offered(Rung.QUEUE);
    ladder.sign();
    ladder.failed(Rung.QUEUE);
    assertThat(ladder.isFailing(Rung.QUEUE)).isTrue();
  }
}
