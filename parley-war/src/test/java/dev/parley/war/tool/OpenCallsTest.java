package dev.parley.war.tool;

import static dev.parley.problem.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.LimitReached;
import org.junit.jupiter.api.Test;

class OpenCallsTest {

  @Test
  void begin_upToTheLimit_passesAndOneMoreIsRefusedUntilOneEnds() {
    OpenCalls calls = new OpenCalls(2);
    calls.begin("a");
    calls.begin("a");
    assertThat(refused(() -> calls.begin("a"))).isEqualTo(new LimitReached("open calls", 2));
    calls.begin("b");
    calls.end("a");
    calls.begin("a");
    assertThat(refused(() -> calls.begin("a"))).isEqualTo(new LimitReached("open calls", 2));
  }
}
