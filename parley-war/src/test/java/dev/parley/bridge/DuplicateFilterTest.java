package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DuplicateFilterTest {
  private final DuplicateFilter seen = new DuplicateFilter();

  @Test
  void isNew_amongTheLast4096_onlyOnce() {
    assertThat(seen.isNew("first")).isTrue();
    for (int i = 1; i < 4096; i++) {
      assertThat(seen.isNew("m-" + i)).isTrue();
    }
    assertThat(seen.isNew("first")).isFalse();
    assertThat(seen.isNew("m-4096")).isTrue();
    assertThat(seen.isNew("first")).isTrue();
  }
}
