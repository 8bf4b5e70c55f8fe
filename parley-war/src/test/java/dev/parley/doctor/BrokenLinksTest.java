package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine on which all links work, and one broken after the other. Doctor has to name the broken
 * link on its first line, and has to miss it where the class of that link is taken out.
 */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class BrokenLinksTest {
  private static final List<String> TABLE = new ArrayList<>();

  @TempDir Path folder;

  /** A change that breaks one link. */
  interface Change {
    void to(FakeMachine machine) throws IOException;
  }

  /**
   * One way to break a link.
   *
   * @param says what the first line has to say
   */
  private record Break(String what, String link, String says, Change change) {}

  private static Break of(String what, String link, String says, Change change) {
    return new Break(what, link, says, change);
  }

  private static List<Break> breaks() {
    List<Break> all = new ArrayList<>();
    all.addAll(ofTheMachine());
    all.addAll(ofTheServer());
    all.addAll(ofTheClients());
    return all;
  }

  private static List<Break> ofTheMachine() {
    return List.of(
        of(
            "Java 11 on the path",
            "java",
            "is Java 11, and Parley needs 17. Install Java 17",
            machine ->
                FakeMachine.program(machine.programs.resolve("java"), "echo 'version \"11.0.2\"'")),
        of(
            "no java on the path",
            "java",
            "There is no java on the path. Install Java 17",
            machine -> Files.delete(machine.programs.resolve("java"))),
        of(
            "half-written parley.war",
            "file",
            "is only half written, or damaged. ",
            machine -> {
              byte[] whole = Files.readAllBytes(machine.war);
              Files.write(machine.war, Arrays.copyOf(whole, whole.length * 2 / 3));
            }),
        of(
            "full disk",
            "disk",
            "has 1 MB free, and the server needs 100. Make room",
            machine -> machine.freeBytes = 1 << 20),
        of(
            "clock an hour off",
            "clock",
            "is 3600 s behind the server's. Set both clocks by NTP",
            machine -> machine.now = machine.now.minusSeconds(3_600)));
  }

  private static List<Break> ofTheServer() {
    return List.of(
        of("no server", "port", "Nothing listens at 127.0.0.1:", machine -> machine.server.close()),
        of(
            "another HTTP program",
            "server",
            "Another program than Parley answers at",
            machine -> machine.server.health = "\"x\":1"),
        of(
            "a proxy without its server",
            "server",
            "A proxy answers at",
            machine -> machine.server.health = "\"x\":\"down\""),
        of(
            "a redirect",
            "server",
            "redirects to https://login.example/in. Name that address with --url",
            machine -> machine.server.redirect = "https://login.example/in?key=wrong-secret-4711"),
        of(
            "foreign Host",
            "host",
            "(header Host). Start the server with --hosts 127.0.0.1:",
            machine -> machine.server.knowsHost = false),
        of(
            "database away",
            "database",
            "cannot reach its database since 2026-11-24T11:00:00Z. Start the database",
            machine ->
                machine.server.health =
                    "\"status\":\"down\",\"reason\":\"database_away\","
                        + "\"since\":\"2026-11-24T11:00:00Z\""),
        of(
            "broker away",
            "broker",
            "cannot reach redis, the store of durable rooms. Start the broker",
            machine ->
                machine.server.health =
                    "\"status\":\"degraded\",\"reason\":\"broker_away\","
                        + "\"bus\":{\"durable\":\"redis\",\"reachable\":false}"),
        of(
            "token absent",
            "token",
            "wants a token, and none is given. Set PARLEY_TOKEN",
            machine -> machine.environment.remove("PARLEY_TOKEN")),
        of(
            "token wrong",
            "token",
            "refuses the token. Set PARLEY_TOKEN",
            machine -> machine.environment.put("PARLEY_TOKEN", "wrong-secret-4711")),
        of(
            "server of another version",
            "versions",
            "The server is 8.0.0, and this file is 9.9.1. Use one version",
            machine -> machine.server.version = "8.0.0"),
        of(
            "no session",
            "session",
            "No session opens: the server refuses it: full. ",
            machine -> machine.server.opensSessions = false),
        of(
            "no event stream",
            "stream",
            "takes no such request (HTTP 405). Let the proxy pass GET /mcp on",
            machine -> machine.server.hasStream = false),
        of(
            "proxy that buffers",
            "buffering",
            "within 3 s (via: 1.1 proxy.example): something on the way keeps it back. Switch"
                + " buffering off",
            machine -> machine.server.streamsAtOnce = false),
        of(
            "agent away",
            "agent",
            "alice is not connected with this server in this workspace. Start its client",
            machine -> machine.server.agentIsThere = false),
        of(
            "model that does not answer",
            "wake",
            "alice was not reached (unreachable): no hook ran. ",
            machine ->
                machine.server.wakeTest =
                    "{\"result\":{\"structuredContent\":{\"reached\":false,\"millis\":5000,"
                        + "\"state\":\"unreachable\",\"hint\":\"no hook ran\"}}}"));
  }

  private static List<Break> ofTheClients() {
    return List.of(
        of(
            "no client set up",
            "client",
            "No client has Parley set up: Claude Code, Codex, Gemini CLI. Set one up",
            machine -> {
              Files.delete(machine.home.resolve(".claude/settings.json"));
              Files.delete(machine.home.resolve(".codex/config.toml"));
              Files.delete(machine.home.resolve(".gemini/settings.json"));
              Files.delete(machine.home.resolve(".gemini/extensions/parley/gemini-extension.json"));
            }),
        of(
            "plugin whose folder is gone",
            "claude",
            "The plugin parley@local is enabled in Claude Code, and its folder is gone.",
            machine -> {
              Files.move(machine.plugin, machine.folder.resolve("elsewhere"));
              FakeMachine.write(
                  machine.project.resolve(".mcp.json"),
                  "{\"mcpServers\":{\"parley\":{\"url\":\"" + machine.server.url() + "\"}}}");
            }),
        of(
            "Claude Code goes elsewhere",
            "claude",
            "Claude Code goes to http://127.0.0.1:1, and doctor examined",
            machine ->
                FakeMachine.write(
                    machine.home.resolve(".claude.json"),
                    "{\"mcpServers\":{\"parley\":{\"command\":\"java\",\"args\":[\"-jar\",\""
                        + machine.war
                        + "\",\"mcp\",\"--url=http://127.0.0.1:1\"]}}}")),
        of(
            "file gone that Codex starts",
            "codex",
            "old.war, which does not exist (server 'parley' in ",
            machine ->
                FakeMachine.replace(
                    machine.home.resolve(".codex/config.toml"), "parley.war", "old.war")),
        of(
            "old token in Codex",
            "codex",
            "Codex shows a token that the server refuses, or none",
            machine ->
                FakeMachine.replace(
                    machine.home.resolve(".codex/config.toml"), FakeParley.TOKEN, "old-secret-1")),
        of(
            "java gone that Gemini starts",
            "gemini",
            "Gemini CLI starts '/opt/gone/bin/java', which is not there",
            machine ->
                FakeMachine.replace(
                    machine.home.resolve(".gemini/settings.json"),
                    "\"java\"",
                    "\"/opt/gone/bin/java\"")),
        of(
            "settings that are not JSON",
            "gemini",
            "settings.json is not JSON: ",
            machine ->
                FakeMachine.write(machine.home.resolve(".gemini/settings.json"), "{\"a\": ")),
        of(
            "hooks switched off",
            "hooks",
            "disableAllHooks is true in ",
            machine ->
                FakeMachine.replace(
                    machine.home.resolve(".claude/settings.json"),
                    "\"enabledPlugins\"",
                    "\"disableAllHooks\": true, \"enabledPlugins\"")),
        of(
            "an http hook in Codex",
            "hooks",
            "Codex skips all hooks of ",
            machine ->
                FakeMachine.replace(
                    machine.home.resolve(".codex/hooks.json"),
                    "\"Stop\":[",
                    "\"Stop\":[{\"hooks\":[{\"type\": \"http\",\"url\":\"http://x\"}]},")),
        of(
            "hooks that call another name",
            "hooks",
            "call the server 'parley', and Parley is there as plugin:parley:parley.",
            machine ->
                FakeMachine.write(
                    machine.plugin.resolve("hooks/hooks.json"),
                    FakeMachine.hooks("parley", "PostToolBatch"))),
        of(
            "no monitor in this session",
            "monitor",
            "No monitor runs in this session of Claude Code",
            machine ->
                Files.delete(machine.home.resolve("run/parley/wake/" + FakeMachine.SESSION))),
        of(
            "no codex on the path",
            "codex queue",
            "There is no codex on the path",
            machine -> Files.delete(machine.programs.resolve("codex"))));
  }

  @Test
  void machine_whereAllLinksWork_isFine() {
    try (FakeMachine machine = new FakeMachine(folder)) {
      FakeMachine.Run run = machine.run();
      assertThat(run.verdict()).isEqualTo("All links work: " + LinkOrder.all().size() + " ok.");
      assertThat(run.exit()).isZero();
      assertThat(run.out()).hasLineCount(1 + LinkOrder.all().size()).doesNotContain("skipped ");
    }
  }

  @TestFactory
  Stream<DynamicTest> brokenLink_isNamedOnTheFirstLine() {
    return breaks().stream()
        .map(one -> dynamicTest(one.link() + ": " + one.what(), () -> isNamed(one)));
  }

  private void isNamed(Break one) throws IOException {
    Path own = Files.createTempDirectory(folder, "machine-");
    try (FakeMachine machine = new FakeMachine(own)) {
      one.change().to(machine);
      FakeMachine.Run run = machine.run();
      String expected = "Broken link: " + one.link() + ". ";
      assertThat(run.verdict()).startsWith(expected).contains(one.says());
      assertThat(run.verdict().substring(expected.length()).split("(?<=\\.)\\s", -1))
          .as("what is wrong, and what to do")
          .hasSizeBetween(2, 3);
      assertThat(run.line(one.link())).startsWith("broken");
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.out()).doesNotContain(FakeParley.TOKEN, "wrong-secret-4711", "old-secret-1");
      FakeMachine.Run without =
          machine.run(
              LinkOrder.all().stream().filter(link -> !link.name().equals(one.link())).toList());
      assertThat(without.verdict()).as("without its probe").doesNotStartWith(expected);
      TABLE.add(
          String.format("%-30s | %s", one.what(), run.verdict().replace(own.toString(), "…")));
    }
  }

  @Test
  void otherProgramOnThePort_isNamed() throws Exception {
    try (FakeMachine machine = new FakeMachine(folder);
        ServerSocket ssh = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> greet(ssh, "SSH-2.0-OpenSSH_9.6\r\n"), "other-program");
      answering.setDaemon(true);
      answering.start();
      machine.environment.put("PARLEY_URL", "http://127.0.0.1:" + ssh.getLocalPort());
      FakeMachine.Run run = machine.run("--client", "claude");
      assertThat(run.verdict())
          .startsWith("Broken link: server. Another program than Parley listens at 127.0.0.1:")
          .contains("which does not speak HTTP: SSH-2.0-OpenSSH_9.6. Name the address");
      TABLE.add(String.format("%-30s | %s", "another program on the port", run.verdict()));
    }
  }

  @Test
  void programThatAlmostSpeaksHttp_isNamed() throws Exception {
    try (FakeMachine machine = new FakeMachine(folder);
        ServerSocket odd = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> greet(odd, "HTTP/1.1 abc\r\n\r\n"), "odd-program");
      answering.setDaemon(true);
      answering.start();
      machine.environment.put("PARLEY_URL", "http://127.0.0.1:" + odd.getLocalPort());
      assertThat(machine.run("--client", "claude").verdict())
          .startsWith("Broken link: server. Another program than Parley listens at 127.0.0.1:");
    }
  }

  private static void greet(ServerSocket door, String words) {
    try {
      while (!door.isClosed()) {
        try (Socket client = door.accept()) {
          client.getOutputStream().write(words.getBytes(US_ASCII));
          client.getOutputStream().flush();
          client.setSoTimeout(1_000);
          client.getInputStream().read();
        }
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  @AfterAll
  static void printTable() {
    System.out.println("what was broken                | the first line of doctor");
    TABLE.forEach(System.out::println);
  }
}
