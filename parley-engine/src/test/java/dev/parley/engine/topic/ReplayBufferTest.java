package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayBufferTest {
  private final List<String> undone = new ArrayList<>();

  @Test
  void takeBackTo_undoesTheNewestFirst() {
    ReplayBuffer history = recorded(64, 5);
    assertThat(back(history, 2)).isZero();
    assertThat(undone).containsExactly("p5@50/500", "p4@40/400", "p3@30/300");
    assertThat(history.newest()).isEqualTo(2);
  }

  @Test
  void takeBackTo_whatIsNewestOrNotYetGivenOut_undoesNothing() {
    ReplayBuffer history = recorded(64, 5);
    assertThat(back(history, 5)).isZero();
    assertThat(back(history, 99)).isZero();
    assertThat(undone).isEmpty();
    assertThat(history.newest()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"64,64", "100,128", "1024,1024"})
  void record_pastTheBound_forgetsTheOldest(int atLeast, int remembered) {
    ReplayBuffer history = recorded(atLeast, 3_000);
    assertThat(back(history, 0)).isEqualTo(3_000 - remembered);
    assertThat(undone).hasSize(remembered).first().isEqualTo("p3000@30000/300000");
    assertThat(history.newest()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"15", "16", "17", "33", "64"})
  void record_whileItGrows_losesNothing(int count) {
    ReplayBuffer history = recorded(64, count);
    assertThat(back(history, 0)).isZero();
    assertThat(undone).hasSize(count);
    for (int n = 1; n <= count; n++) {
      assertThat(undone.get(count - n)).isEqualTo("p" + n + "@" + n * 10 + "/" + n * 100);
    }
  }

  @Test
  void record_afterSomeWereTakenBack_goesOnFromThere() {
    ReplayBuffer history = recorded(64, 40);
    assertThat(back(history, 10)).isZero();
    assertThat(history.record("again", 7, 8)).isEqualTo(11);
    undone.clear();
    assertThat(back(history, 9)).isZero();
    assertThat(undone).containsExactly("again@7/8", "p10@100/1000");
  }

  @Test
  void takeBackTo_twice_countsTheForgottenOnce() {
    ReplayBuffer history = recorded(64, 100);
    assertThat(back(history, 0)).isEqualTo(36);
    assertThat(back(history, 0)).isZero();
  }

  @Test
  void count_numbersAPushAndForgetsThoseBefore() {
    ReplayBuffer history = recorded(64, 5);
    assertThat(history.count()).isEqualTo(6);
    assertThat(history.record("p7", 70, 700)).isEqualTo(7);
    assertThat(back(history, 0)).isEqualTo(6);
    assertThat(undone).containsExactly("p7@70/700");
  }

  private long back(ReplayBuffer history, long to) {
    return history.takeBackTo(
        to, (source, position, own) -> undone.add(source + "@" + position + "/" + own));
  }

  private static ReplayBuffer recorded(int atLeast, int count) {
    ReplayBuffer history = new ReplayBuffer(atLeast);
    for (int n = 1; n <= count; n++) {
      assertThat(history.record("p" + n, n * 10L, n * 100L)).isEqualTo(n);
    }
    return history;
  }
}
