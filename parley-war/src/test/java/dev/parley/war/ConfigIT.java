package dev.parley.war;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerProcess;
import dev.parley.war.testing.WarCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on settings, out of the packaged file. */
class ConfigIT {
  @TempDir Path folder;

  private record Run(int code, String out, String err) {}

  private Run run(Map<String, String> environment, String... words) throws Exception {
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
            WarCommand.of(List.of("-Dparley.cache=" + WarCommand.unpacked()), List.of(words)));
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), out, Files.readString(err, UTF_8));
  }

  @Test
  void config_printsWhatIsInForce() throws Exception {
    Path file = Files.writeString(folder.resolve("p.properties"), "lease=5m\ntoken=secret-4711\n");
    Run run =
        run(Map.of("PARLEY_REPLAY", "128"), "config", "--port", "0", "--config", file.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("option --port", "environment PARLEY_REPLAY", "file " + file, "***")
        .doesNotContain("secret-4711");
  }

  @Test
  void config_withAMistakeOfTheDeployment_endsWith2() throws Exception {
    Run run = run(Map.of("PARLEY_LEASE", "soon"), "config");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("'lease'").contains("soon");
  }

  @Test
  void completion_printsAScript() throws Exception {
    Run run = run(Map.of(), "completion", "bash");
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("#!/usr/bin/env bash").contains("--max-mcp-sessions-each");
    assertThat(run(Map.of(), "completion", "fish").code()).isEqualTo(2);
  }

  @Test
  void serve_withAnUnknownSetting_refusesToStart() throws Exception {
    Path file = Files.writeString(folder.resolve("parley.properties"), "prot=1\n");
    ServerProcess.Ended inFile = RunningServer.launch().with("--config", file.toString()).refused();
    assertThat(inFile.exitCode()).isEqualTo(2);
    assertThat(inFile.printed())
        .contains("parley.properties: unknown setting 'prot'; did you mean 'port'?")
        .doesNotContain("Parley is at");
    ServerProcess.Ended inEnvironment =
        RunningServer.launch().environment("PARLEY_PROT", "1").refused();
    assertThat(inEnvironment.exitCode()).isEqualTo(2);
    assertThat(inEnvironment.printed())
        .contains("unknown setting PARLEY_PROT; did you mean PARLEY_PORT?");
  }

  @Test
  void serve_withAVariableThatIsNearNothing_warnsAndTakesTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("parley.properties"), "presence-ttl=100ms\n");
    ServerProcess.Ended ended =
        RunningServer.launch()
            .environment("PARLEY_FROBNICATE", "1")
            .with("--config", file.toString())
            .refused();
    assertThat(ended.printed())
        .contains("parley: warning: environment: PARLEY_FROBNICATE is no setting")
        .contains("presence-ttl");
  }
}
