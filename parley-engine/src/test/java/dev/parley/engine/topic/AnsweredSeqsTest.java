package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnsweredSeqsTest {
  private final AnsweredSeqs seqs = new AnsweredSeqs();

  @Test
  void add_andRemove_knowExactlyWhatASetOfNumbersKnows() {
    Random random = new Random(7);
    BitSet expected = new BitSet();
    for (int i = 0; i < 2_000; i++) {
      int first = 1 + random.nextInt(200);
      int last = first + random.nextInt(20) - 2;
      if (random.nextInt(3) > 0) {
        seqs.add(first, last);
        expected.set(first, Math.max(first, last + 1));
      } else if (first <= last) {
        seqs.remove(first, last);
        expected.clear(first, last + 1);
      }
      for (int seq = 0; seq < 230; seq++) {
        assertThat(seqs.contains(seq)).isEqualTo(expected.get(seq));
      }
    }
  }

  @Test
  void add_atTheBoundOfRanges_keepsAll_andOnePastIt_forgetsTheOldest() {
    for (int i = 0; i < AnsweredSeqs.MAX_RANGES; i++) {
      seqs.add(10L * i, 10L * i);
    }
    assertThat(seqs.contains(0)).isTrue();
    seqs.add(10L * AnsweredSeqs.MAX_RANGES, 10L * AnsweredSeqs.MAX_RANGES);
    assertThat(seqs.contains(0)).isFalse();
    assertThat(seqs.contains(10)).isTrue();
    assertThat(seqs.contains(10L * AnsweredSeqs.MAX_RANGES)).isTrue();
  }
}
