package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TwoNodesTest {
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void main_run_bobHearsTheOtherNodeAndSeesWhoIsThere() throws Exception {
    String printed = Printed.by(() -> TwoNodes.main(new String[0]));
    assertThat(printed.lines())
        .contains("bob hears: Who takes the parser?", "bob hears: And the printer?", "online: bob");
  }
}
