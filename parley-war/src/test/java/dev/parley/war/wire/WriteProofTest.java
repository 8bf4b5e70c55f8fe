package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteProofTest {
  private final WriteProof proof = new WriteProof(at(0));

  @Test
  void provenAt_ofAClientThatTakesEachBeat_isTheBeatBeforeTheLast() {
    proof.wrote(at(15_000));
    proof.wrote(at(30_000));
    proof.wrote(at(45_000));
    assertThat(proof.provenAt(at(59_999))).isEqualTo(at(30_000));
  }

  @Test
  void provenAt_whileTheLastWriteMayStillFail_rulesItOut() {
    proof.wrote(at(15_000));
    proof.wrote(at(30_000));
    proof.wrote(at(45_000));
    assertThat(proof.provenAt(at(45_199))).isEqualTo(at(15_000));
    assertThat(proof.provenAt(at(45_200))).isEqualTo(at(30_000));
  }

  @Test
  void provenAt_ofOneKilledBetweenBeats_isBeforeItWasKilled() {
    proof.wrote(at(15_000));
    proof.wrote(at(30_000)); // killed at 31 s; the next write brings the reset
    proof.wrote(at(45_000));
    proof.wrote(at(60_000)); // fails at once
    assertThat(proof.provenAt(at(60_001))).isEqualTo(at(30_000));
  }

  @Test
  void provenAt_ofWritesOneRightAfterAnother_takesThemForOne() {
    for (int millis = 10_000; millis < 10_500; millis += 10) {
      proof.wrote(at(millis));
    }
    assertThat(proof.provenAt(at(10_499))).isEqualTo(at(0));
    proof.wrote(at(10_500));
    assertThat(proof.provenAt(at(10_700))).isEqualTo(at(10_000));
  }

  @Test
  void provenAt_beforeAnyWrite_isTheRequestThatOpenedIt() {
    assertThat(proof.provenAt(at(500_000))).isEqualTo(at(0));
    assertThat(proof.wroteWithin(at(1_000_000), at(1))).isFalse();
  }

  private static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
