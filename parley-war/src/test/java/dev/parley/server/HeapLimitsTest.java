package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapLimitsTest {
  private static final long MB = 1 << 20;

  @ParameterizedTest
  @CsvSource({"0, 70", "20, 70", "21, 69", "48, 50", "144, 25", "192, 20", "193, 20", "4000, 20"})
  void busyServer_hasTheSameRoomBesideItsLiveObjects(long live, int min) {
    assertThat(HeapLimits.busy(live * MB)).isEqualTo(new HeapLimits(min, min + 20));
  }
}
