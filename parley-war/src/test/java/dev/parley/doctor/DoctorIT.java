package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.WarCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code java -jar parley.war doctor} against a real server, with the plugin of this checkout. */
@Timeout(180)
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(SharedServer.class)
class DoctorIT {
  private static final String TOKEN = "token-of-doctor-it";

  @TempDir Path home;

  @BeforeEach
  void enableThePlugin() throws IOException {
    Path market = Path.of("..").toAbsolutePath().normalize();
    Files.createDirectories(home.resolve(".claude"));
    Files.writeString(
        home.resolve(".claude/settings.json"),
        "{\"enabledPlugins\":{\"parley@parley\":true},\"extraKnownMarketplaces\":{\"parley\":"
            + "{\"source\":{\"source\":\"directory\",\"path\":\""
            + market
            + "\"}}}}");
  }

  private record Run(int exit, String out, Duration took) {
    String verdict() {
      return out.lines().findFirst().orElse("");
    }

    String line(String link) {
      return out.lines()
          .skip(1)
          .filter(line -> line.substring(Math.min(8, line.length())).startsWith(link + " "))
          .findFirst()
          .orElse("");
    }
  }

  private Run doctor(String url, Map<String, String> environment, String... words)
      throws Exception {
    List<String> command = WarCommand.of("doctor", "--url", url);
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("(PARLEY|XDG|CLAUDE|CODEX)_.*"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("HOME", home.toString());
    builder.environment().put("PARLEY_URL", url);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    long begun = System.nanoTime();
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), out, Duration.ofNanos(System.nanoTime() - begun));
  }

  @Test
  void realServer_worksLinkByLink(RunningServer server) throws Exception {
    Run run = doctor(server.base().toString(), Map.of());
    assertThat(run.verdict()).startsWith("All links work: ");
    assertThat(run.exit()).isZero();
    for (String link :
        List.of(
            "java",
            "file",
            "port",
            "server",
            "host",
            "database",
            "broker",
            "token",
            "session",
            "versions",
            "stream",
            "buffering",
            "clock",
            "client",
            "claude",
            "channel",
            "hooks")) {
      assertThat(run.line(link)).as(link).startsWith("ok ");
    }
    assertThat(run.took()).isLessThan(Duration.ofSeconds(30));
    System.out.println("doctor on a real server took " + run.took().toMillis() + " ms");
    System.out.println(run.out());
  }

  @Test
  void agentOfARealServer_isFound_withTheAgeOfItsLastHook(RunningServer server) throws Exception {
    try (RawMcp alice = RawMcp.at(server.mcp()).header("Parley-Agent", "d-alice").begin()) {
      String url = server.base().toString();
      assertThat(doctor(url, Map.of(), "--agent", "d-bob").verdict())
          .startsWith("Broken link: agent. d-bob is not connected");
      Run before = doctor(url, Map.of(), "--agent", "d-alice", "--timeout", "1");
      assertThat(before.line("agent")).isEqualTo("ok      agent       d-alice is connected.");
      assertThat(before.line("hook runs")).startsWith("warning").contains("No hook");
      alice.call("tools/call", Map.of("name", "hook_event", "arguments", Map.of("event", "Stop")));
      Run after = doctor(url, Map.of(), "--agent", "d-alice", "--timeout", "1");
      assertThat(after.line("hook runs")).startsWith("ok").contains("The last hook ran ");
    }
  }

  @Test
  void tokenOfARealServer_isJudged_andNeverPrinted_andTheServerIsNamedOnceItIsKilled()
      throws Exception {
    try (RunningServer server = RunningServer.start("--token", TOKEN)) {
      String url = server.base().toString();
      assertThat(doctor(url, Map.of()).verdict())
          .startsWith("Broken link: token. The server wants a token, and none is given.");
      Run wrong = doctor(url, Map.of("PARLEY_TOKEN", "wrong-token-of-it"));
      assertThat(wrong.verdict()).startsWith("Broken link: token. The server refuses the token.");
      assertThat(wrong.out()).doesNotContain("wrong-token-of-it");
      Run right = doctor(url, Map.of("PARLEY_TOKEN", TOKEN), "--json");
      assertThat(right.out()).startsWith("{\"ok\":true,\"broken\":null,").doesNotContain(TOKEN);
      server.kill9();
      Run killed = doctor(url, Map.of());
      assertThat(killed.verdict())
          .startsWith("Broken link: port. Nothing listens at 127.0.0.1:")
          .contains("Start the server: java -jar parley.war serve");
      assertThat(killed.exit()).isEqualTo(1);
    }
  }
}
