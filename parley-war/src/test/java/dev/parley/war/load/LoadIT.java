package dev.parley.war.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.war.testing.RunningServer;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The load tool against a server of its own. */
class LoadIT {
  @Test
  void run_againstAServer_passes() throws Exception {
    try (RunningServer server = RunningServer.start("--rate-limit", "off")) {
      Properties properties = small(server);
      LoadReport asFastAsAnswered = new LoadRun(LoadSettings.from(properties)).run();
      assertPassed(asFastAsAnswered);

      properties.setProperty("parley.load.rate", "100");
      LoadReport atARate = new LoadRun(LoadSettings.from(properties)).run();
      assertPassed(atARate);
      assertThat(server.client().tool("list_rooms").text())
          .doesNotContainPattern("\"membersCount\":[1-9]");
    }
  }

  @Test
  void run_thatTheRateLimitRefuses_saysSo_andIsNoFault() throws Exception {
    try (RunningServer server = RunningServer.start("--rate-limit", "5:5")) {
      LoadReport report = new LoadRun(LoadSettings.from(small(server))).run();

      assertThat(report.counters().errors()).containsOnlyKeys(Refusal.RATE_LIMITED);
      assertThat(report.faults()).isEmpty();
    }
  }

  @Test
  void run_withoutTheToken_isRefusedInASentence() {
    try (RunningServer server =
        RunningServer.launch().environment("PARLEY_TOKEN", "0123456789abcdef0123").start()) {
      assertThatExceptionOfType(LoadException.class)
          .isThrownBy(() -> new LoadRun(LoadSettings.from(small(server))).run())
          .withMessageContaining("parley.load.token");
    }
  }

  private static Properties small(RunningServer server) {
    Properties properties = new Properties();
    properties.setProperty("parley.load.url", server.base().toString());
    properties.setProperty("parley.load.agents", "6");
    properties.setProperty("parley.load.rooms", "2");
    properties.setProperty("parley.load.seconds", "2");
    properties.setProperty("parley.load.warm-up", "1");
    return properties;
  }

  private static void assertPassed(LoadReport report) {
    assertThat(report.faults()).isEmpty();
    assertThat(report.deliveries().checker(Work.MESSAGE).delivered()).isPositive();
    assertThat(report.deliveries().checker(Work.POST).delivered()).isPositive();
    assertThat(report.counters().of(Work.CREATE).size()).isPositive();
    assertThat(report.counters().of(Work.CLAIM).size()).isPositive();
    assertThat(report.counters().of(Work.FINISH).size()).isPositive();
  }
}
