package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ServerProgramTest {
  @Test
  void redis_onLinux_isPacked() {
    assertThat(PackedServers.redis()).get().satisfies(path -> assertThat(path).isExecutable());
  }

  @Test
  void mariaDb_onLinux_isPackedWithItsInstaller() {
    assertThat(PackedServers.mariaDb())
        .get()
        .satisfies(
            path ->
                assertThat(path.resolveSibling("../scripts/mariadb-install-db")).isExecutable());
  }
}
