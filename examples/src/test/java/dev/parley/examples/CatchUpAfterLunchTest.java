package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CatchUpAfterLunchTest {
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void main_run_bobReadsEachMessageOnce() throws Exception {
    String printed = Printed.by(() -> CatchUpAfterLunch.main(new String[0]));
    assertThat(printed.lines())
        .containsExactly(
            "bob reads: Good morning.",
            "bob reads: The parser is done.",
            "bob reads: Who takes the printer?");
  }
}
