package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ATeamShipsAFeatureTest {
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void main_run_allIsDoneAndReviewed() throws Exception {
    String printed = Printed.by(() -> ATeamShipsAFeature.main(new String[0]));
    assertThat(printed).contains("tess  test it all is in_progress", "4 done");
    assertThat(printed.lines().filter(line -> line.endsWith("review approved"))).hasSize(3);
  }
}
