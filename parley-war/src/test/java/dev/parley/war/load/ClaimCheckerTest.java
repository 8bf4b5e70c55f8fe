package dev.parley.war.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClaimCheckerTest {
  private final ClaimChecker checker = new ClaimChecker();

  @Test
  void task_isContestedOnce_byAnotherAgentOfTheRoom() {
    checker.created(0, 4, "task");

    assertThat(checker.contested(0, 4)).isNull();
    assertThat(checker.contested(1, 5)).isNull();
    assertThat(checker.contested(0, 2)).isEqualTo("task");
    assertThat(checker.contested(0, 6)).isNull();
  }

  @Test
  void claims_areWonOnce() {
    claim(true, false);
    claim(false, true);

    assertThat(checker.twice()).isZero();
    assertThat(checker.never()).isZero();
  }

  @Test
  void claim_thatBothWin_isCounted() {
    claim(true, true);

    assertThat(checker.twice()).isOne();
  }

  @Test
  void claim_thatNobodyWins_isCounted() {
    claim(false, false);

    assertThat(checker.never()).isOne();
  }

  @Test
  void claim_thatFailed_isNotJudged() {
    checker.created(0, 4, "task");
    checker.failed("task");
    checker.answered("task", false);
    checker.answered("task", false);

    assertThat(checker.never()).isZero();
  }

  @Test
  void task_ofABoardThatIsForgotten_isNotContested() {
    checker.created(2, 4, "old");
    checker.created(4, 4, "new");
    checker.forget(2, 2);
    checker.answered("old", false);
    checker.answered("old", false);

    assertThat(checker.contested(2, 5)).isNull();
    assertThat(checker.contested(4, 5)).isEqualTo("new");
    assertThat(checker.never()).isZero();
  }

  @Test
  void wins_areTheLastOnes() {
    for (int i = 0; i < 1_001; i++) {
      checker.won(new ClaimChecker.Win("board", "task-" + i, "agent"));
    }

    assertThat(checker.wins()).hasSize(1_000);
    assertThat(checker.wins().get(0).task()).isEqualTo("task-1");
  }

  private void claim(boolean first, boolean second) {
    checker.created(0, 4, "task");
    checker.answered("task", first);
    checker.answered("task", second);
  }
}
