package dev.parley.war.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.clients.ProofTable.Cells;
import dev.parley.war.testing.RunningServer;
import org.junit.jupiter.api.Test;

/** Claude Code hears through the plugin: hooks, the monitor, and a wait in the background. */
class ClaudeCodeIT extends ClientContract {

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
      idleSession_isWokenOnce_andBusyOneIsNot(terminal, cells);
    }
  }
}
