package dev.parley.war.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The beginning of a description, as a list of tasks has it. */
class BoardViewTest {
  @Test
  void excerpt_isOnOneLine() {
    assertThat(BoardView.excerpt("\n# Plan\n\n- first\n- second\n"))
        .isEqualTo("# Plan - first - second");
  }

  @Test
  void excerpt_ofLongWords_isCut_andSplitsNoCharacter() {
    assertThat(BoardView.excerpt("x".repeat(1000))).isEqualTo("x".repeat(BoardView.MAX_EXCERPT));
    String before = "x".repeat(BoardView.MAX_EXCERPT - 1);
    assertThat(BoardView.excerpt(before + "\uD83D\uDE00 and more")).isEqualTo(before);
  }
}
