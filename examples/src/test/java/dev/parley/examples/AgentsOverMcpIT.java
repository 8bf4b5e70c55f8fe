package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AgentsOverMcpIT {
  private static final String IS_AT = "Parley is at   ";

  @Test
  @Timeout(value = 90, unit = TimeUnit.SECONDS)
  void main_againstARunningServer_bobIsTold(@TempDir Path data) throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("parley.war"),
                "serve",
                "--port",
                "0",
                "--data",
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String address = address(server);
      String printed = Printed.by(() -> AgentsOverMcp.main(new String[] {address}));
      assertThat(printed)
          .contains("join_room answers: {room=planning, nickname=bob, membersCount=2}")
          .contains("bob is told: {content=Who takes the parser?");
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  private static String address(Process server) throws Exception {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(IS_AT)) {
        return line.substring(IS_AT.length());
      }
    }
    throw new IllegalStateException("the server ended without saying where it is");
  }
}
