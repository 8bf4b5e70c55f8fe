package dev.parley.bridge;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The bridge wakes its client: through a monitor's file, or through a queue of the client. */
class BridgeWakeTest {
  @TempDir Path folder;

  private final StandInServer server = StandInServer.started();
  private Path file;

  @BeforeEach
  void makeFolder() throws IOException {
    file = folder.resolve("parley/wake/3f-9A");
    Files.createDirectories(file.getParent());
  }

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void wake_isALineInTheMonitorsFile() throws IOException {
    Files.createFile(file);
    try (StandInClient client = StandInClient.begunIn(claude(), server)) {
      server.wakes.add("news");
      server.wakes.add("more\\nof it");
      eventually("both lines", () -> Files.readString(file).equals("news\nmore of it\n"));
      assertThat(server.received(BridgeWakeTest::waits).get(0).body())
          .contains("\"with_messages\":false");
      assertThat(client.errors()).isEmpty();
    }
  }

  @Test
  void withoutAMonitor_nobodyWaits_untilThereIsOne() throws Exception {
    try (StandInClient client = StandInClient.begunIn(claude(), server)) {
      assertThat(client.call(1, "echo", "{}")).contains("echo");
      assertThat(server.received(BridgeWakeTest::waits)).isEmpty();
      assertThat(file).doesNotExist();
      Files.createFile(file);
      server.wakes.add("news");
      eventually("the line", () -> Files.readString(file).equals("news\n"));
    }
  }

  @Test
  void sessionThatIsNoName_hasNoFile() {
    for (String session : new String[] {"", "../x", "a/b", "a b", "a".repeat(65)}) {
      assertThat(
              MonitorFile.of(
                  Map.of("CLAUDE_CODE_SESSION_ID", session, "XDG_RUNTIME_DIR", folder.toString())))
          .as(session)
          .isNull();
    }
    assertThat(
            MonitorFile.of(
                Map.of(
                    "CLAUDE_CODE_SESSION_ID",
                    "a".repeat(64),
                    "XDG_RUNTIME_DIR",
                    folder.toString())))
        .isNotNull();
    assertThat(MonitorFile.of(Map.of("CLAUDE_CODE_SESSION_ID", "a"))).isNull();
  }

  @Test
  void serverThatKnowsNoWakes_isNotAskedAgainSoon() throws Exception {
    server.knowsWakes = false;
    Files.createFile(file);
    try (StandInClient client = StandInClient.begunIn(claude(), server)) {
      server.awaitReceived(1, BridgeWakeTest::waits);
      throughout(
          "it is not asked again",
          Duration.ofMillis(400),
          () -> server.received(BridgeWakeTest::waits).size() == 1);
      assertThat(client.call(1, "echo", "{}")).contains("echo");
      assertThat(server.received(BridgeWakeTest::waits)).hasSize(1);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void codex_getsTheTextThroughItsQueue_inTheThreadOfItsCalls() throws IOException {
    Path heard = program("printf '%s|' \"$@\" >> \"$0.heard\"");
    try (StandInClient client = StandInClient.begunIn(codex(), server)) {
      assertThat(client.call(1, "echo", "{}")).contains("echo");
      assertThat(server.received(BridgeWakeTest::waits))
          .as("the thread is not known yet")
          .isEmpty();
      client.ask(
          2,
          "tools/call",
          "{\"name\":\"echo\",\"arguments\":{},\"_meta\":{\"threadId\":\"th-1\"}}");
      server.wakes.add("news");
      eventually(
          "the queue was called",
          () ->
              Files.readString(heard)
                  .equals(
                      "queue|--thread|th-1|--message|[Parley, not your user: messages of other"
                          + " agents arrived while you were idle]\nnews|"));
      assertThat(server.received(BridgeWakeTest::waits).get(0).body())
          .contains("\"with_messages\":true");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void codexWhoseQueueFails_givesTheMessagesBack_andIsGivenUpAfterThree() throws Exception {
    Path heard = program("echo x >> \"$0.heard\"; exit 3");
    try (StandInClient client = StandInClient.begunIn(codex(), server)) {
      for (int i = 0; i < 5; i++) {
        server.wakes.add("news");
      }
      client.ask(
          2,
          "tools/call",
          "{\"name\":\"echo\",\"arguments\":{},\"_meta\":{\"threadId\":\"th-1\"}}");
      eventually("three calls", () -> Files.readString(heard).equals("x\nx\nx\n"));
      throughout(
          "no fourth call",
          Duration.ofMillis(1_200),
          () -> Files.readString(heard).equals("x\nx\nx\n"));
      assertThat(server.received(BridgeWakeTest::waits).get(1).body())
          .contains("\"not_received\":7");
    }
  }

  @Test
  void hookWithoutAServer_printsNothing() {
    server.close();
    try (StandInClient client = StandInClient.of(server)) {
      client.begin();
      assertThat(client.call(1, "hook_event", "{\"event\":\"Stop\"}"))
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\","
                  + "\"text\":\"{}\"}],\"isError\":false}}");
      assertThat(client.errors()).isEmpty();
    }
  }

  private static boolean waits(StandInRequest request) {
    return request.is("parley/wake");
  }

  private Map<String, String> claude() {
    return Map.of(
        "CLAUDE_CODE_SESSION_ID", "3f-9A", "XDG_RUNTIME_DIR", folder.toString(), "PATH", "");
  }

  private Map<String, String> codex() {
    return Map.of("PATH", "/nowhere:" + folder);
  }

  /** Makes a program {@code codex}; returns the file in which it may note its calls. */
  private Path program(String script) throws IOException {
    Path codex = folder.resolve("codex");
    Files.writeString(codex, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(codex, PosixFilePermissions.fromString("rwx------"));
    return Files.createFile(folder.resolve("codex.heard"));
  }
}
