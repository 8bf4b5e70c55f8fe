package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OpenCallLimitTest {

  @Test
  void begin_upToTheLimit_passesAndOneMoreIsRefusedUntilOneEnds() {
    OpenCallLimit calls = new OpenCallLimit(2);
    calls.begin("a");
    calls.begin("a");
    assertRefused(() -> calls.begin("a"));
    calls.begin("b");
    calls.end("a");
    calls.begin("a");
    assertRefused(() -> calls.begin("a"));
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(call)
        .extracting(ParleyException::problem)
        .isEqualTo(new LimitReached("open calls", 2));
  }
}
