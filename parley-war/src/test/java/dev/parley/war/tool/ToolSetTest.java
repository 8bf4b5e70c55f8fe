package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A client calls a tool by its name, so a name stands for one tool. */
class ToolSetTest {
  private final ToolDefinition send = MessageTools.sendToRoomOrSession();

  @Test
  void set_withTwoToolsOfOneName_isRefused() {
    assertThatThrownBy(() -> new ToolSet("x", List.of(send, send)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("send_message");
  }

  @Test
  void union_ofRoomsAndTeam_hasTheSendMessageThatSendsToEither() {
    ToolSet both = AllTools.union(List.of(RoomTools.set(), TeamTools.set()));
    assertThat(both.tools())
        .filteredOn(tool -> tool.name().equals(send.name()))
        .singleElement()
        .satisfies(tool -> assertThat(tool.description()).isEqualTo(send.description()));
  }
}
