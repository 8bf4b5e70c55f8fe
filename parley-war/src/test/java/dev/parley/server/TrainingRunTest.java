package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class TrainingRunTest {
  @Test
  void settingsOfTheUser_areForgotten_thoseOfTheLauncherAreNot() {
    Properties properties = new Properties();
    for (String name :
        new String[] {"db", "nats", "token-file", "file", "webapp", "child", "cache"}) {
      properties.setProperty("parley." + name, "x");
    }
    properties.setProperty("java.io.tmpdir", "x");
    TrainingRun.forgetSettings(properties);
    assertThat(properties.stringPropertyNames())
        .containsExactlyInAnyOrder(
            "parley.file", "parley.webapp", "parley.child", "parley.cache", "java.io.tmpdir");
  }
}
