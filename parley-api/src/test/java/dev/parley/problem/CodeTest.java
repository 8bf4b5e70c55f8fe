package dev.parley.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CodeTest {

  /** API: a line is added, never changed or taken away. */
  @Test
  void wireNames_areTheseAndOnlyGrow() {
    assertThat(Arrays.stream(Code.values()).map(code -> code.wireName() + " " + code.retry()))
        .containsExactly(
            "invalid_argument NEVER",
            "not_in_room AFTER_READING_AGAIN",
            "rate_limited LATER",
            "name_reserved NEVER",
            "limit_reached AFTER_READING_AGAIN",
            "connection_closed NEVER",
            "unavailable LATER",
            "internal_error LATER");
  }
}
