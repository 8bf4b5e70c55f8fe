package dev.parley.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerJvmTest {
  private static final String HEAP = "-Xms32m";

  @TempDir Path home;

  private List<String> command(JvmFlags flags) throws IOException {
    Files.createDirectories(home.resolve("lib"));
    UnpackedWar war = new UnpackedWar(home.resolve("parley.war"), home);
    return new ServerJvm(war, flags).command(List.of(), "Type");
  }

  @Test
  void heap_beginsSmall() throws IOException {
    assertThat(command(new JvmFlags(List.of("-Xmx1g"), List.of())))
        .contains("-XX:+UseSerialGC", HEAP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms64m", "-XX:InitialRAMPercentage=10"})
  void heap_beginsAsTheUserSays(String flag) throws IOException {
    assertThat(command(new JvmFlags(List.of(flag), List.of())))
        .contains("-XX:+UseSerialGC", flag)
        .doesNotContain(HEAP);
    assertThat(command(new JvmFlags(List.of(), List.of(flag))))
        .contains("-XX:+UseSerialGC")
        .doesNotContain(HEAP);
  }
}
