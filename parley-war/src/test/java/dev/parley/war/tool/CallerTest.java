package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As whom a call acts, and where it found the server. */
class CallerTest {
  private final FakeBoard board = new FakeBoard();

  @Test
  void agentId_named_isWhoActs_leftOut_theConnectionsAgent() {
    Called.tool(TeamTools.set(), board, "send_message", "agent_id", "bob", "content", "1")
        .accepted();
    Called.tool(TeamTools.set(), board, "send_message", "content", "2").accepted();
    assertThat(board.messages)
        .extracting(message -> message.from().value())
        .containsExactly("bob", "conn");
  }

  @ParameterizedTest
  @ValueSource(strings = {"system", "System", "HUMAN", "user", "parley", "admin-2", "root_1"})
  void agentId_thatMeansTheSystemOrAPerson_isRefused(String name) {
    for (String tool : new String[] {"get_server_info", "list_agents", "list_sessions"}) {
      Called refused = Called.tool(TeamTools.set(), board, tool, "agent_id", name);
      assertThat(refused.code()).isEqualTo("name_reserved");
      assertThat(refused.get("name")).isEqualTo(name);
    }
  }

  @Test
  void reservedName_ofSomebodyElse_isNoClaimToIt() {
    Called.tool(TeamTools.set(), board, "send_message", "to", "human", "content", "1").accepted();
    Called.tool(TeamTools.set(), board, "read_memory", "agent_id", "user").accepted();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:7539/,7539,http://127.0.0.1:7539",
    "http://host/parley/,80,http://host/parley",
    "https://host/,443,https://host"
  })
  void place_withAPage_tellsItsAddress(String base, int port, String page) {
    ServerAddress place = new ServerAddress(Optional.of(URI.create(base)), true, Optional.empty());
    assertThat(place.page()).contains(page);
    assertThat(place.port()).contains(port);
    assertThat(new ServerAddress(place.base(), false, Optional.empty()).page()).isEmpty();
  }
}
