package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.parley.war.mcp.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bridge says of the tools while the hub is away is what the hub says. */
class BuiltInDescriptionsTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode builtIn = builtIn();

  @ParameterizedTest
  @ValueSource(strings = {"all", "rooms"})
  void tools_ofEachSet_areTheHubs(String set) throws IOException {
    List<Object> tools =
        RoomTools.set().tools().stream().<Object>map(HubTool::description).toList();
    assertThat(builtIn.at("/tools/" + set)).isEqualTo(JSON.readTree(Json.bytes(tools)));
  }

  @Test
  void instructions_builtIn_areTheHubs() {
    assertThat(builtIn.at("/initialize/instructions").asText()).isEqualTo(Instructions.TEXT);
  }

  private static JsonNode builtIn() {
    try (InputStream in =
        RoomTools.class.getResourceAsStream("/dev/parley/war/launch/mcp/hub.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
