package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailTest {

  @Test
  void emptyTail_hasNothingAndItsOldestIsOnePastTheLast() {
    Tail tail = new Tail(64);
    assertThat(tail.last()).isZero();
    assertThat(tail.oldest()).isEqualTo(1);
    assertThat(tail.at(0)).isNull();
    assertThat(tail.at(1)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1,2", "2,2", "3,4", "64,64", "65,128", "1000,1024", "1024,1024", "1025,2048"})
  void append_pastTheBound_keepsThePowerOfTwoAtOrAboveIt(int atLeast, int kept) {
    Tail tail = filled(atLeast, 5_000);
    assertThat(tail.last()).isEqualTo(5_000);
    assertThat(tail.oldest()).isEqualTo(5_000 - kept + 1);
    assertThat(tail.at(tail.oldest() - 1)).isNull();
    assertThat(tail.at(5_001)).isNull();
    for (long position = tail.oldest(); position <= 5_000; position++) {
      assertThat(tail.at(position).seq).isEqualTo(position);
    }
  }

  @ParameterizedTest
  @CsvSource({"15", "16", "17", "31", "32", "33", "63", "64"})
  void append_whileTheRingGrows_losesNothing(int count) {
    Tail tail = filled(64, count);
    assertThat(tail.oldest()).isEqualTo(1);
    for (long position = 1; position <= count; position++) {
      assertThat(tail.at(position).seq).isEqualTo(position);
    }
  }

  @Test
  void dropOlderHalf_dropsNothingThatIsStillToBeRead_andNeverTheLast() {
    Tail tail = filled(64, 100);
    long entry = tail.bytes() / 64;
    assertThat(tail.dropOlderHalf(50)).isEqualTo(14 * entry);
    assertThat(tail.oldest()).isEqualTo(51);
    assertThat(tail.at(50)).isNull();
    assertThat(tail.dropOlderHalf(50)).isZero();
    assertThat(tail.dropOlderHalf(100)).isEqualTo(25 * entry);
    assertThat(tail.oldest()).isEqualTo(76);
    for (int n = 0; n < 10; n++) {
      tail.dropOlderHalf(100);
    }
    assertThat(tail.oldest()).isEqualTo(100);
    assertThat(tail.bytes()).isEqualTo(entry);
    for (long seq = 101; seq <= 200; seq++) {
      tail.append(Talk.entry(seq));
    }
    assertThat(tail.oldest()).isEqualTo(137);
    assertThat(tail.bytes()).isEqualTo(64 * entry);
  }

  @Test
  void append_outOfOrder_isRefused() {
    Tail tail = filled(16, 3);
    assertThatIllegalStateException().isThrownBy(() -> tail.append(Talk.entry(3)));
  }

  @Test
  void append_afterMissingNumbers_leavesAGap() {
    Tail tail = new Tail(64);
    for (long[] numbers : new long[][] {{500, 499}, {501, 500}, {530, 501}, {531, 530}}) {
      tail.append(Talk.entry(numbers[0], numbers[1]));
    }
    assertThat(tail.beforeFirst()).isEqualTo(499);
    assertThat(tail.oldest()).isEqualTo(500);
    assertThat(tail.at(502)).isNull();
    assertThat(tail.after(0).seq).isEqualTo(500);
    assertThat(tail.after(501).seq).isEqualTo(530);
    assertThat(tail.after(501).previous).isEqualTo(501);
    assertThat(tail.after(531)).isNull();
  }

  @Test
  void append_afterMoreMissingNumbersThanItHasRoomFor_hasTheNewestAlone() {
    Tail tail = new Tail(4);
    tail.append(Talk.entry(1));
    tail.append(Talk.entry(1_000_001, 1));
    assertThat(tail.oldest()).isEqualTo(1_000_001);
    assertThat(tail.at(1)).isNull();
    assertThat(tail.after(0).previous).isEqualTo(1);
  }

  @Test
  void hasPlaceFor_aNumberSoonAfterTheLast() {
    Tail tail = new Tail(64);
    assertThat(tail.hasPlaceFor(500)).isTrue();
    tail.append(Talk.entry(500));
    assertThat(tail.hasPlaceFor(500)).isFalse();
    assertThat(tail.hasPlaceFor(501)).isTrue();
    assertThat(tail.hasPlaceFor(516)).isTrue();
    assertThat(tail.hasPlaceFor(517)).isFalse();
  }

  /** Readers see every entry in order, or that they were overtaken: never a wrong one. */
  @Test
  void at_whileAnotherWrites_isTheEntryAskedForOrNone() throws Exception {
    Tail tail = new Tail(256);
    AtomicBoolean done = new AtomicBoolean();
    int last = 300_000;
    var seen =
        AtOnce.run(
            3,
            thread -> {
              if (thread == 0) {
                for (int n = 1; n <= last; n++) {
                  tail.append(Talk.entry(n));
                }
                done.set(true);
                return 0L;
              }
              long read = 0;
              long position = 0;
              while (position < last) {
                boolean finished = done.get(); // asked first: nothing is overwritten afterwards
                TopicEntry entry = tail.at(position + 1);
                if (entry != null) {
                  assertThat(entry.seq).isEqualTo(position + 1);
                  position++;
                  read++;
                } else if (position + 1 < tail.oldest()) {
                  position = tail.oldest() - 1;
                } else if (finished) {
                  throw new AssertionError("hidden: " + (position + 1));
                }
              }
              return read;
            });
    assertThat(seen.get(1)).isBetween(256L, (long) last);
  }

  private static Tail filled(int atLeast, int count) {
    Tail tail = new Tail(atLeast);
    for (int n = 1; n <= count; n++) {
      tail.append(Talk.entry(n));
    }
    return tail;
  }
}
