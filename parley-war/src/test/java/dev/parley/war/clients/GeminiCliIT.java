package dev.parley.war.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.clients.ClientHome.Running;
import dev.parley.war.clients.ProofTable.Cells;
import dev.parley.war.testing.RunningServer;
import org.junit.jupiter.api.Test;

/** Gemini CLI hears through its hooks. Only a command from outside wakes it. */
class GeminiCliIT extends ClientContract {

  @Override
  AgentCli installed(RunningServer server) {
    return new GeminiCli(server);
  }

  @Test
  void listing_saysConnected(Cells cells) {
    String listing = cli().listing();
    assertThat(listing).containsPattern("parley .from parley.: .*Connected");
    cells.proven(cli().title(), Rung.CONNECTED, "", listing.strip());
  }

  @Test
  void idleSession_isWokenByAWatchThatTypes(Cells cells) {
    try (Terminal terminal = Terminal.open(cli().home(), cli().session())) {
      terminal.awaitScreen(cli().ready());
      try (Running watching = cli().home().start(cli().watch(terminal.typing(GeminiCli.NUDGE)))) {
        idleSession_isWokenOnce_andBusyOneIsNot(terminal, Rung.COMMAND, cells);
        assertThat(watching.isAlive()).isTrue();
      }
    }
  }
}
