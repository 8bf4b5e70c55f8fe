package dev.parley.war.clients;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.clients.ProofTable.Cells;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claude Code hears through the plugin: hooks, the monitor, and a wait in the background. */
class ClaudeCodeIT extends ClientContract {
  private static final Pattern SKIPPED = Pattern.compile("Channel notifications skipped: ([^\"]*)");

  @Override
  AgentCli installed(RunningServer server) {
    return new ClaudeCode(server);
  }

  @Test
  void listing_saysConnected(Cells cells) {
    String listing = cli().listing();
    assertThat(listing).containsPattern("plugin:parley:parley: .*Connected");
    cells.proven(cli().title(), Rung.CONNECTED, "", listing.strip());
  }

  @Test
  void idleSession_isWokenByTheMonitor(Cells cells) {
    try (Terminal terminal = Terminal.open(cli().home(), cli().session())) {
      terminal.awaitScreen(cli().ready());
      idleSession_isWokenOnce_andBusyOneIsNot(terminal, Rung.IDLE, cells);
    }
  }

  @Test
  void waitInTheBackground_wakesTheSession(Cells cells) {
    List<String> session = new ArrayList<>();
    session.addAll(List.of("/usr/bin/env", "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=2000"));
    session.addAll(cli().session());
    try (Terminal terminal = Terminal.open(cli().home(), session)) {
      terminal.awaitScreen(cli().ready());
      type(terminal, "CALL wait_for_messages {\"block_ms\":60000} ENDCALL");
      ModelRequest moved = cli().model().awaitHolding("moved to the background");
      awaitQuiet();
      long sent = System.nanoTime();
      String words = sayToAgent();
      ModelRequest woken = cli().model().awaitHolding(words);
      long millis = (woken.nanos() - sent) / 1_000_000;
      awaitQuiet();
      shownOnce(words);
      assertThat(woken.nanos()).isGreaterThan(moved.nanos());
      cells.proven(cli().title(), Rung.BACKGROUND, millis + " ms", woken.part(words).orElseThrow());
    }
  }

  /** The vendor decides before any flag of the user's; no test of ours gets around that. */
  @Test
  void channel_isHeldBackByTheVendor(Cells cells) {
    List<String> session = new ArrayList<>(cli().session());
    session.addAll(List.of("--dangerously-load-development-channels", "plugin:parley@parley"));
    int before = skipped().size();
    try (Terminal terminal = Terminal.open(cli().home(), session)) {
      eventually(
          "the client says why it shows no channel: " + terminal.screen(),
          () -> skipped().size() > before);
      assertThat(skipped()).allMatch(why -> why.contains("not currently available"));
      cells.missing(
          cli().title(), Rung.CHANNEL, "without an account; its log: " + skipped().get(0));
    }
  }

  /** Returns the reasons in the client's own logs of the server, one for each session. */
  private List<String> skipped() {
    Path logs = cli().home().folder().resolve(".cache/claude-cli-nodejs");
    if (!Files.isDirectory(logs)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(logs)) {
      return files
          .filter(file -> file.toString().endsWith(".jsonl"))
          .flatMap(file -> SKIPPED.matcher(read(file)).results())
          .map((MatchResult found) -> found.group(1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
