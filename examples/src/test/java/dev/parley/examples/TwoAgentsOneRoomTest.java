package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TwoAgentsOneRoomTest {
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void main_run_bobHearsAlice() throws Exception {
    String printed = Printed.by(() -> TwoAgentsOneRoom.main(new String[0]));
    assertThat(printed).contains("bob hears: Who takes the parser?");
  }
}
