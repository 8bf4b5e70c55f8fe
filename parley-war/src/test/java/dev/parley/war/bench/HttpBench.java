package dev.parley.war.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All workloads; how fast they are is for people to read, that nothing is lost is not. */
@Tag("bench")
class HttpBench {

  @Test
  void everyWorkload_losesNothing() throws Exception {
    assertThat(Main.all().broken()).isEmpty();
  }
}
