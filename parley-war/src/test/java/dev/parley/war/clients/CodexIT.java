package dev.parley.war.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.clients.ProofTable.Cells;
import dev.parley.war.testing.RunningServer;
import org.junit.jupiter.api.Test;

/** Codex hears through its hooks, which its user has to trust, and through its queue. */
class CodexIT extends ClientContract {

  @Override
  AgentCli installed(RunningServer server) {
    return new Codex(server);
  }

  @Test
  void listing_namesTheServer() {
    assertThat(cli().listing()).containsPattern("(?m)^parley .*enabled");
  }

  @Test
  void idleSession_isWokenByTheQueue(Cells cells) {
    try (Terminal terminal = Terminal.open(cli().home(), cli().session())) {
      terminal.awaitScreen(cli().ready());
      idleSession_isWokenOnce_andBusyOneIsNot(terminal, Rung.IDLE, cells);
    }
  }
}
