package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the bridge says of the tools while the server is away is what the server says. Where that
 * changed, {@code -Dparley.offline.json=src/main/resources/dev/parley/bridge/offline-answers.json}
 * lets this test write the tools and the instructions anew, one tool a line, for the next run to
 * compare.
 */
class BuiltInDescriptionsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> SINGLE =
      Stream.concat(Stream.of("all"), AllTools.sets().stream().map(ToolSet::name)).toList();

  private final JsonNode builtIn = builtIn();

  @BeforeAll
  static void writeWhereAsked() throws IOException {
    String file = System.getProperty("parley.offline.json");
    if (file == null) {
      return;
    }
    String instructions =
        selections()
            .map(sets -> "\"" + sets + "\": " + Json.text(Instructions.of(ToolSelection.of(sets))))
            .collect(Collectors.joining(",\n"));
    String tools =
        SINGLE.stream()
            .map(set -> "\"" + set + "\": [\n" + lines(ToolSelection.of(set)) + "\n]")
            .collect(Collectors.joining(",\n"));
    Files.writeString(
        Path.of(file),
        "{\n\"initialize\": "
            + builtIn().get("initialize")
            + ",\n\"instructions\": {\n"
            + instructions
            + "\n},\n\"tools\": {\n"
            + tools
            + "\n}\n}\n");
  }

  /** The word for every tool, and every combination of sets. */
  static Stream<String> selections() {
    List<String> sets = AllTools.sets().stream().map(ToolSet::name).toList();
    return IntStream.range(0, 1 << sets.size())
        .mapToObj(
            chosen ->
                IntStream.range(0, sets.size())
                    .filter(set -> (chosen & (1 << set)) != 0)
                    .mapToObj(sets::get)
                    .collect(Collectors.joining(",")))
        .map(names -> names.isEmpty() ? "all" : names);
  }

  static List<String> single() {
    return SINGLE;
  }

  @ParameterizedTest
  @MethodSource("single")
  void tools_ofEachSet_areTheServers(String set) throws IOException {
    List<Object> tools =
        ToolSelection.of(set).tools().stream().<Object>map(ToolDefinition::description).toList();
    assertThat(builtIn.at("/tools/" + set)).isEqualTo(JSON.readTree(Json.bytes(tools)));
  }

  @ParameterizedTest
  @MethodSource("selections")
  void instructions_ofEachSelection_areTheServers(String sets) {
    assertThat(builtIn.at("/instructions/" + sets).asString())
        .isEqualTo(Instructions.of(ToolSelection.of(sets)));
  }

  private static String lines(ToolSet set) {
    return set.tools().stream()
        .map(tool -> Json.text(tool.description()))
        .collect(Collectors.joining(",\n"));
  }

  private static JsonNode builtIn() {
    try (InputStream in =
        RoomTools.class.getResourceAsStream("/dev/parley/bridge/offline-answers.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
