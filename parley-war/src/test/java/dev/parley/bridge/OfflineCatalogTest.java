package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the bridge offers while the server is away is the set it was asked for. */
class OfflineCatalogTest {
  private static final Pattern INPUT = Pattern.compile("\"inputSchema\":");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "all;40",
        "rooms;5",
        "bus;4",
        "team;23",
        "inbox;4",
        "rooms,inbox;9",
        "inbox,bus;8",
        "rooms,team;27",
        "rooms,bus,team,inbox;35"
      })
  void tools_ofASelection_areAsManyAsItHas(String sets, int count) {
    String tools = new OfflineCatalog().tools(ToolChoice.of(sets));
    assertThat(tools).doesNotContain("\n");
    assertThat(INPUT.matcher(tools).results()).hasSize(count);
  }

  @Test
  void sendMessage_whereRoomsAndTeamAreOffered_takesBothForms() {
    assertThat(new OfflineCatalog().tools(ToolChoice.of("team,rooms")))
        .contains("\"body\":", "\"idempotency_key\":");
  }

  @Test
  void instructions_ofASelection_nameItsToolsAlone() {
    String answer =
        new OfflineCatalog().initialize("2025-11-25", ToolChoice.of("inbox,bus"), false);
    JsonText told = JsonText.parse(answer);
    assertThat(told.textAt("protocolVersion")).isEqualTo("2025-11-25");
    assertThat(told.textAt("serverInfo", "name")).isEqualTo("parley");
    assertThat(told.textAt("instructions"))
        .contains("wait_for_messages", "parley_fetch_recent")
        .doesNotContain("join_room", "send_message", "claim_task");
  }
}
