package dev.parley.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bound of a map, and which entry goes past it. */
class BoundedMapTest {
  private final Map<String, Integer> map = new BoundedMap<>(2);

  @Test
  void entries_areHeldAtTheBound_andTheLeastRecentlyUsedGoesPastIt() {
    map.put("a", 1);
    map.put("b", 2);
    assertThat(map).containsOnlyKeys("a", "b");
    assertThat(map.get("a")).isEqualTo(1);
    map.put("c", 3);
    assertThat(map).containsOnlyKeys("a", "c");
  }

  @Test
  void bound_ofNothing_isRefused() {
    assertThatThrownBy(() -> new BoundedMap<String, String>(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new BoundedMap<String, String>(1)).isEmpty();
  }
}
