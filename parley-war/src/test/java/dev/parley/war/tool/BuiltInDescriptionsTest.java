package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.war.mcp.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the bridge says of the tools while the hub is away is what the hub says. Where that changed,
 * {@code -Dparley.hub.json=src/main/resources/dev/parley/war/launch/mcp/hub.json} lets this test
 * write the tools and the instructions anew, one tool a line, for the next run to compare.
 */
class BuiltInDescriptionsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Map<String, ToolSet> SETS =
      Map.of(
          "all",
          AllTools.set(),
          "rooms",
          RoomTools.set(),
          "bus",
          BusTools.set(),
          "team",
          TeamTools.set());

  private final JsonNode builtIn = builtIn();

  @BeforeAll
  static void writeWhereAsked() throws IOException {
    String file = System.getProperty("parley.hub.json");
    if (file == null) {
      return;
    }
    ObjectNode initialize = (ObjectNode) builtIn().get("initialize");
    initialize.put("instructions", Instructions.TEXT);
    String tools =
        List.of("all", "rooms", "bus", "team").stream()
            .map(set -> "\"" + set + "\": [\n" + lines(SETS.get(set)) + "\n]")
            .collect(Collectors.joining(",\n"));
    Files.writeString(
        Path.of(file),
        "{\n\"initialize\": " + initialize + ",\n\"tools\": {\n" + tools + "\n}\n}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "rooms", "bus", "team"})
  void tools_ofEachSet_areTheHubs(String set) throws IOException {
    List<Object> tools = SETS.get(set).tools().stream().<Object>map(HubTool::description).toList();
    assertThat(builtIn.at("/tools/" + set)).isEqualTo(JSON.readTree(Json.bytes(tools)));
  }

  @Test
  void instructions_builtIn_areTheHubs() {
    assertThat(builtIn.at("/initialize/instructions").asText()).isEqualTo(Instructions.TEXT);
  }

  private static String lines(ToolSet set) {
    return set.tools().stream()
        .map(tool -> Json.text(tool.description()))
        .collect(Collectors.joining(",\n"));
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
