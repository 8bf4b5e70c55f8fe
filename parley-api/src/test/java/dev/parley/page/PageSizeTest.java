package dev.parley.page;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageSizeTest {
  private static final List<Long> ITEMS = List.of(5L, 1L, 3L);

  @Test
  void limit_atItsBounds_isTakenAndRefusedPastThem() {
    PageSize.of(1);
    PageSize.of(1_000);
    assertThat(refusedField(() -> PageSize.of(0))).isEqualTo("limit");
    assertThat(refusedField(() -> PageSize.of(1_001))).isEqualTo("limit");
  }

  @Test
  void page_holdsWhatFitsAndOneAtLeast() {
    assertThat(size(3, 9).firstOf(ITEMS)).isEqualTo(ITEMS);
    assertThat(size(3, 8).firstOf(ITEMS)).containsExactly(5L, 1L);
    assertThat(size(2, 9).firstOf(ITEMS)).containsExactly(5L, 1L);
    assertThat(size(3, 0).firstOf(ITEMS)).containsExactly(5L);
    assertThat(size(3, 9).lastOf(ITEMS)).isEqualTo(ITEMS);
    assertThat(size(3, 8).lastOf(ITEMS)).containsExactly(1L, 3L);
    assertThat(size(1, 9).lastOf(ITEMS)).containsExactly(3L);
    assertThat(size(3, 0).lastOf(ITEMS)).containsExactly(3L);
    assertThat(size(3, 0).firstOf(List.of())).isEmpty();
    assertThat(size(3, 0).lastOf(List.of())).isEmpty();
  }

  private static PageSize<Long> size(int limit, long budget) {
    return new PageSize<>(limit, budget, item -> item);
  }
}
