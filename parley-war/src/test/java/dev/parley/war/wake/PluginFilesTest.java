package dev.parley.war.wake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.settings.Version;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The files of the plugin name tools, arguments and events that are there. */
class PluginFilesTest {
  private static final Path PLUGIN = Path.of("src/plugin");
  private static final int MAX_LINES = 120;

  /** A call as texts show it: the tool, and its arguments in braces. */
  private static final Pattern CALL = Pattern.compile("([a-z_]+) \\{([a-z_, ]*)}");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAME = Pattern.compile("[a-z]+(_[a-z]+)+");

  /** The arguments of each tool. */
  private static final Map<String, Set<String>> TOOLS = new TreeMap<>();

  /** Further names that a text may have in code: results, values and refusal codes. */
  private static final Set<String> WORDS = new HashSet<>(Set.of("claim_lost"));

  @BeforeAll
  static void readTools() throws IOException {
    try (InputStream in =
        PluginFilesTest.class.getResourceAsStream("/dev/parley/bridge/offline-answers.json")) {
      for (JsonNode tool : Json.jackson().readTree(in).at("/tools/all")) {
        Set<String> arguments = new TreeSet<>();
        tool.at("/inputSchema/properties").propertyNames().forEach(arguments::add);
        TOOLS.put(tool.get("name").asString(), arguments);
        WORDS.addAll(arguments);
        tool.at("/outputSchema/properties").propertyNames().forEach(WORDS::add);
        for (JsonNode property : tool.at("/inputSchema/properties")) {
          property.path("enum").forEach(value -> WORDS.add(value.asString()));
        }
      }
    }
    assertThat(TOOLS).hasSizeGreaterThan(30);
  }

  static Stream<Path> skills() throws IOException {
    try (Stream<Path> folders = Files.list(PLUGIN.resolve("skills"))) {
      return folders.map(folder -> folder.resolve("SKILL.md")).toList().stream();
    }
  }

  static Stream<Path> texts() throws IOException {
    return Stream.concat(
        skills(),
        Stream.of(
            PLUGIN.resolve("gemini/GEMINI.md"),
            PLUGIN.resolve("codex/AGENTS.md"),
            PLUGIN.resolve("cursor/rules/parley.mdc"),
            PLUGIN.resolve("vscode/parley.instructions.md")));
  }

  static Stream<Path> hooks() {
    return Stream.of(
        PLUGIN.resolve("hooks/hooks.json"),
        PLUGIN.resolve("codex/hooks.json"),
        PLUGIN.resolve("gemini/hooks/hooks.json"),
        PLUGIN.resolve("cursor/hooks.json"),
        PLUGIN.resolve("vscode/hooks.json"));
  }

  @Test
  void skills_areTheFour() throws IOException {
    assertThat(skills().map(skill -> skill.getParent().getFileName().toString()))
        .containsExactlyInAnyOrder("agent", "handoff", "parley", "team");
  }

  @ParameterizedTest
  @MethodSource("skills")
  void skill_hasItsNameAndADescription_andIsShort(Path skill) throws IOException {
    List<String> lines = Files.readAllLines(skill);
    assertThat(lines.get(0)).isEqualTo("---");
    assertThat(lines.get(1)).isEqualTo("name: " + skill.getParent().getFileName());
    assertThat(lines.get(2)).matches("description: .{40,1000}").contains("Use when");
    assertThat(lines.get(3)).isEqualTo("---");
    assertThat(lines).hasSizeLessThanOrEqualTo(MAX_LINES);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyToolAndArgument_exists(Path text) throws IOException {
    int calls = 0;
    Matcher code = CODE.matcher(Files.readString(text));
    while (code.find()) {
      Matcher call = CALL.matcher(code.group(1));
      if (call.matches()) {
        calls++;
        assertThat(TOOLS).as(code.group()).containsKey(call.group(1));
        assertThat(TOOLS.get(call.group(1)))
            .as(code.group())
            .containsAll(
                call.group(2).isEmpty() ? List.of() : List.of(call.group(2).split(", ", -1)));
      } else if (NAME.matcher(code.group(1)).matches()) {
        assertThat(TOOLS.containsKey(code.group(1)) || WORDS.contains(code.group(1)))
            .as(code.group())
            .isTrue();
      }
    }
    assertThat(calls).as("calls in the text").isPositive();
  }

  @Test
  void everyClient_getsTheSameInstructions() throws IOException {
    String body = Files.readString(PLUGIN.resolve("gemini/GEMINI.md"));
    assertThat(PLUGIN.resolve("codex/AGENTS.md")).hasContent(body);
    for (String name : List.of("cursor/rules/parley.mdc", "vscode/parley.instructions.md")) {
      String text = Files.readString(PLUGIN.resolve(name));
      assertThat(text).startsWith("---\n");
      assertThat(text.substring(text.indexOf("---\n", 4) + 5)).as(name).isEqualTo(body);
    }
  }

  @Test
  void everyClient_getsTheSameHookScript() throws IOException {
    Path script = PLUGIN.resolve("bin/hook.sh");
    assertThat(PLUGIN.resolve("gemini/bin/hook.sh")).hasSameTextualContentAs(script, UTF_8);
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void everyHook_isForAnEventTheServerKnows(Path file) {
    JsonNode hooks = Json.jackson().readTree(file.toFile()).get("hooks");
    assertThat(hooks.propertyNames())
        .isNotEmpty()
        .allSatisfy(
            event -> {
              assertThat(TurnBoundary.of(event)).isNotEqualTo(TurnBoundary.NONE);
              JsonNode text = hooks.get(event);
              assertThat(text.toString())
                  .containsPattern("hook.sh\\S* " + event + "[ \"]|" + event);
              for (JsonNode input : text.findValues("input")) {
                assertThat(input.get("event").asString()).isEqualTo(event);
                HookEvent.of(Map.of("event", event, "client", client(input)));
              }
            });
  }

  private static String client(JsonNode input) {
    return input.path("client").asString("claude");
  }

  @ParameterizedTest
  @ValueSource(strings = {".claude-plugin/plugin.json", "gemini/gemini-extension.json"})
  void version_isThatOfTheBuild(String file) {
    assertThat(Json.jackson().readTree(PLUGIN.resolve(file).toFile()).get("version").asString())
        .isEqualTo(Version.text().replace("-SNAPSHOT", ""));
  }
}
