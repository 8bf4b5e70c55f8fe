package dev.parley.bridge;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class WatchTest {
  @TempDir Path folder;

  private final StandInServer server = StandInServer.started();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void command_runsOnceForAWake_andFindsItsText() throws Exception {
    server.wakes.add("messages wait");
    Path noted = folder.resolve("noted");
    Watch watch = watch("echo \"$PARLEY_WATCHED_AGENT: $PARLEY_TEXT\" >> " + noted);
    assertThat(watch.run(true)).isZero();
    watch.end();
    assertThat(noted).hasContent("gemini: messages wait");
    StandInRequest asked = server.received(request -> request.is("parley/wake")).get(0);
    assertThat(asked.body()).contains("\"agent\":\"gemini\"");
    assertThat(asked.headers()).containsEntry("parley-agent", "gemini.watch");
    assertThat(errors()).isEmpty();
  }

  @Test
  void command_findsItsTextAsJson() throws Exception {
    server.wakes.add("\\\"two\\\" messages");
    Path noted = folder.resolve("noted");
    Watch watch = watch("printf '{\"text\":%s}' \"$PARLEY_TEXT_JSON\" > " + noted);
    assertThat(watch.run(true)).isZero();
    assertThat(noted).hasContent("{\"text\":\"\\\"two\\\" messages\"}");
  }

  @Test
  void commandThatFails_isTriedThreeTimes() throws Exception {
    server.wakes.add("messages wait");
    Path noted = folder.resolve("noted");
    assertThat(watch("echo x >> " + noted + "; exit 7").run(true)).isEqualTo(1);
    assertThat(noted).hasContent("x\nx\nx");
    assertThat(errors())
        .isEqualTo(
            """
            parley watch: the command ended with 7 (attempt 1 of 3)
            parley watch: the command ended with 7 (attempt 2 of 3)
            parley watch: the command ended with 7 (attempt 3 of 3)
            """);
  }

  @Test
  void commandThatFailsOnce_isTriedAgain() throws Exception {
    server.wakes.add("messages wait");
    Path noted = folder.resolve("noted");
    assertThat(watch("echo x >> " + noted + "; test $(wc -l < " + noted + ") = 2").run(true))
        .isZero();
  }

  @Test
  void sessionThatTheServerForgot_isOpenedAnew() throws Exception {
    Path noted = folder.resolve("noted");
    CompletableFuture<Integer> code = running(watch("echo x >> " + noted));
    server.awaitReceived(1, request -> request.is("parley/wake"));
    server.forgetAll();
    server.awaitReceived(2, request -> request.is("initialize"));
    server.wakes.add("messages wait");
    assertThat(code.join()).isZero();
  }

  @Test
  void serverThatIsAway_isComplainedOfOnce_andUsedWhenItComes() throws Exception {
    int port = server.port();
    server.close();
    CompletableFuture<Integer> code = running(watch("true"));
    eventually("the complaint", () -> errors().contains("cannot be reached"));
    throughout("no second complaint", Duration.ofMillis(500), () -> errors().lines().count() == 1);
    try (StandInServer later = StandInServer.startedAt(port)) {
      later.wakes.add("messages wait");
      assertThat(code.join()).isZero();
      assertThat(errors().lines()).hasSize(1);
    }
  }

  private CompletableFuture<Integer> running(Watch watch) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return watch.run(true);
          } catch (InterruptedException stop) {
            throw new AssertionError(stop);
          }
        });
  }

  private Watch watch(String command) throws IOException {
    Files.createDirectories(folder);
    BridgeOptions options =
        BridgeOptions.of(
            new String[] {"--url", server.url(), "--agent", "gemini.watch"},
            Map.of("XDG_CONFIG_HOME", "/nowhere"));
    PrintStream err = new PrintStream(errors, true, UTF_8);
    BridgeLog log = new BridgeLog("watch", false, err);
    return new Watch(options, "gemini", new ShellAction("gemini", command, log), log);
  }

  private String errors() {
    return errors.toString(UTF_8);
  }
}
