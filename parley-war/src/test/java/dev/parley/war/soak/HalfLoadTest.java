package dev.parley.war.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfLoadTest {
  private final HalfLoad search = new HalfLoad(1.0);

  @Test
  void rate_thatNeedsLess_isDoubled() {
    search.measured(0.25);
    assertThat(search.rate()).isEqualTo(200);
    search.measured(0.99);

    assertThat(search.rate()).isEqualTo(400);
    assertThat(search.isFound()).isFalse();
  }

  @Test
  void rateBetweenTheLastTwo_isFound() {
    search.measured(0.5);
    search.measured(0.75);
    search.measured(1.25);

    assertThat(search.isFound()).isTrue();
    assertThat(search.rate()).isEqualTo(300);
  }

  @Test
  void rateThatNeedsExactlyThat_isFound() {
    search.measured(0.5);
    search.measured(1.0);

    assertThat(search.isFound()).isTrue();
    assertThat(search.rate()).isEqualTo(200);
  }

  @Test
  void firstRate_ofASlowMachine_isCut() {
    search.measured(2.0);

    assertThat(search.isFound()).isTrue();
    assertThat(search.rate()).isEqualTo(50);
  }

  @Test
  void secondReadingBelowTheFirst_isNoFault() {
    search.measured(0.6);
    search.measured(0.4);
    search.measured(1.4);

    assertThat(search.rate()).isEqualTo(320);
  }

  @Test
  void lastRate_endsTheSearch() {
    while (!search.isFound()) {
      search.measured(0.1);
    }

    assertThat(search.rate()).isEqualTo(HalfLoad.LAST_RATE);
  }
}
