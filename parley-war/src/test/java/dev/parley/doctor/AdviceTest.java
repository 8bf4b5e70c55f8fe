package dev.parley.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that work and deserve a look, and links that are not examined. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class AdviceTest {
  @TempDir Path folder;
  private FakeMachine machine;

  @BeforeEach
  void makeMachine() {
    machine = new FakeMachine(folder);
  }

  @AfterEach
  void endServer() {
    machine.close();
  }

  private FakeMachine.Run fine() {
    FakeMachine.Run run = machine.run();
    assertThat(run.verdict()).startsWith("All links work: ");
    assertThat(run.exit()).isZero();
    return run;
  }

  @Test
  void hookThatNeverRan_isAWarning() {
    machine.server.hooked = "\"hooked\":false";
    assertThat(fine().line("hook runs")).startsWith("warning").contains("No hook of this agent");
  }

  @Test
  void serverThatSaysNothingOfHooks_isSkipped() {
    machine.server.hooked = "\"x\":1";
    assertThat(fine().line("hook runs")).startsWith("skipped");
  }

  @Test
  void serverWithoutWakeTest_isSkipped() {
    machine.server.wakeTest =
        "{\"error\":{\"code\":-32602,\"message\":\"Unknown tool: wake_test\"}}";
    assertThat(fine().line("wake")).isEqualTo("skipped wake        The server has no wake_test.");
  }

  @Test
  void agentThatIsNotNamed_isSkipped_andSoIsTheWake() {
    machine.words = List.of();
    FakeMachine.Run run = fine();
    assertThat(run.line("agent")).startsWith("skipped");
    assertThat(run.line("wake")).contains("It needs the link agent.");
  }

  @Test
  void agentOfTheEnvironment_isMeantWhereNoneIsNamed() {
    machine.words = List.of("--timeout", "5");
    machine.environment.put("PARLEY_AGENT", "carol");
    assertThat(fine().line("agent")).contains("carol is connected.");
  }

  @Test
  void policyOfAnOrganisation_isAWarning_asChannelsAreABonus() throws Exception {
    FakeMachine.write(folder.resolve("managed/managed-settings.json"), "{}");
    assertThat(fine().line("channel")).startsWith("warning").contains("channelsEnabled");
    FakeMachine.write(
        folder.resolve("managed/managed-settings.json"),
        "{\"channelsEnabled\":true,\"allowedChannelPlugins\":[{\"plugin\":\"other\"}]}");
    assertThat(fine().line("channel")).startsWith("warning").contains("other plugins only");
    FakeMachine.write(
        folder.resolve("managed/managed-settings.json"), "{\"channelsEnabled\":true}");
    assertThat(fine().line("channel")).startsWith("ok");
  }

  @Test
  void serverThatPolicyForbids_isBroken() throws Exception {
    FakeMachine.write(
        folder.resolve("managed/managed-settings.d/10.json"),
        "{\"deniedMcpServers\":[{\"serverName\":\"plugin:parley:parley\"}]}");
    assertThat(machine.run().verdict())
        .startsWith("Broken link: claude. The settings forbid the server 'plugin:parley:parley'");
  }

  @Test
  void parleyNamedTwice_isAWarning() throws Exception {
    FakeMachine.write(
        machine.home.resolve(".claude.json"),
        "{\"mcpServers\":{\"parley\":{\"command\":\"java\",\"args\":[\"-jar\",\""
            + machine.war
            + "\",\"mcp\"]}}}");
    assertThat(fine().line("claude")).startsWith("warning").contains("names Parley 2 times");
  }

  @Test
  void clientWithoutHooks_isAWarning() throws Exception {
    Files.delete(machine.home.resolve(".codex/hooks.json"));
    assertThat(fine().line("hooks"))
        .startsWith("warning")
        .contains(
            "Codex has no hooks of Parley: its model hears of a message when it calls a tool");
  }

  @Test
  void clientWithoutParley_isSkippedWhereAnotherHasIt_andBrokenWhereItIsNamed() throws Exception {
    Files.delete(machine.home.resolve(".codex/config.toml"));
    assertThat(fine().line("codex")).startsWith("skipped").contains("not set up in Codex");
    assertThat(machine.run("--client", "codex").verdict())
        .isEqualTo(
            "Broken link: client. Parley is not set up in Codex. Set one up: java -jar parley.war"
                + " setup codex.");
  }

  @Test
  void errorsInTheLog_areAWarning_withoutTheirText() throws Exception {
    FakeMachine.write(
        machine.home.resolve("share/parley/server.log"), "SEVERE secret\nINFO x\nSEVERE secret\n");
    FakeMachine.Run run = fine();
    assertThat(run.line("server log")).startsWith("warning").contains("has 2 errors.");
    assertThat(run.out()).doesNotContain("secret");
  }

  @Test
  void logOfAServerThatABridgeStarted_isRead() throws Exception {
    Path log = machine.home.resolve("run/parley/start/server-" + machine.server.port() + ".log");
    FakeMachine.write(log, "SEVERE one\n");
    assertThat(fine().line("server log")).startsWith("warning").contains(log + " has 1 error.");
  }

  @Test
  void pluginWhoseFileIsNoted_isFine() throws Exception {
    machine.environment.remove("PARLEY_WAR");
    assertThat(machine.run().verdict())
        .startsWith("Broken link: claude. Claude Code starts a plugin that finds no parley.war");
    FakeMachine.write(machine.plugin.resolve("war.path"), machine.war + "\n");
    assertThat(fine().line("claude")).startsWith("ok");
  }

  @Test
  void passwordInAnAddress_isNotPrinted() throws Exception {
    FakeMachine.replace(
        machine.home.resolve(".codex/config.toml"), "http://", "http://bob:pa55@x@");
    FakeMachine.Run run = machine.run();
    assertThat(run.verdict())
        .startsWith("Broken link: codex. Codex gives the bridge a word it refuses: ");
    assertThat(run.out()).doesNotContain("pa55");
    machine.environment.put("PARLEY_URL", "http://bob:pa55@127.0.0.1");
    FakeMachine.Run refused = machine.run();
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("//***@127.0.0.1").doesNotContain("pa55");
  }

  @Test
  void hookThatTheShellReads_isNotTakenForAProgram() throws Exception {
    Path hooks = machine.home.resolve(".codex/hooks.json");
    FakeMachine.write(
        hooks,
        """
        {"hooks":{"Stop":[{"hooks":[
          {"type":"command","command":"if true; then parley-hook; fi"},
          {"type":"command","command":"$HOME/parley/gone.sh"},
          {"type":"command","command":"~/parley/gone.sh"}]}]}}
        """);
    assertThat(fine().line("hooks")).startsWith("ok").contains("Codex (Stop)");
    FakeMachine.replace(hooks, "~/parley", "/gone/parley");
    assertThat(machine.run().verdict())
        .startsWith("Broken link: hooks. A hook of Codex starts /gone/parley/gone.sh");
  }

  @Test
  void patchOfAnotherVersion_isAWarning() {
    machine.server.version = "9.8.0";
    assertThat(fine().line("versions")).startsWith("warning");
  }

  /** /health gives the version to the configured token alone, a session to every credential. */
  @Test
  void versionOfTheSession_isComparedWhereHealthHasNone() {
    machine.server.healthHasVersion = false;
    assertThat(fine().line("versions")).startsWith("ok");
    machine.server.version = "8.0.0";
    assertThat(machine.run().verdict()).startsWith("Broken link: versions. The server is 8.0.0");
  }

  @Test
  void clockThatIsALittleOff_isAWarning() {
    machine.now = machine.now.plusSeconds(60);
    assertThat(fine().line("clock")).startsWith("warning").contains("60 s ahead of the server's");
  }

  @Test
  void serverThatNeedsNoToken_isFine() {
    machine.server.wantsToken = false;
    assertThat(fine().line("token")).contains("A token is given, and the server needs none.");
    machine.environment.remove("PARLEY_TOKEN");
    assertThat(fine().line("token")).contains("The server needs no token.");
  }

  /** /health says the version to the configured token alone, and another name is refused. */
  @Test
  void tokenOfAnotherName_isTaken_andNoSessionIsTried() {
    machine.server.tokenIsForAlice = true;
    assertThat(fine().line("token")).startsWith("ok").contains("The server takes the token.");
    assertThat(fine().line("versions")).startsWith("skipped");
    assertThat(fine().line("session")).startsWith("skipped").contains("another name");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 429})
  void tokenThatIsRefused_isBroken(int status) {
    machine.server.tokenIsForAlice = true;
    machine.server.credentialStatus = status;
    assertThat(machine.run().verdict())
        .startsWith("Broken link: token. The server refuses the token.");
  }

  @Test
  void tokenThatNobodyCanCheckNow_isNotTaken() {
    machine.server.tokenIsForAlice = true;
    machine.server.credentialStatus = 503;
    assertThat(machine.run().verdict())
        .startsWith("Broken link: token. The server cannot check the token now, and answers 503.");
  }
}
