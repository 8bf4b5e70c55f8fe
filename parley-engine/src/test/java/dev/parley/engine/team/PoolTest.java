package dev.parley.engine.team;

import static dev.parley.engine.team.TeamFiles.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.problem.TeamUnusable;
import dev.parley.team.Persona;
import dev.parley.team.TaskHooks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolTest {
  private static final String DEV =
      """
      agents:
        dev:
          name: Dev
          emoji: D
          tools: [send_message]
          systemPrompt: Write code.
      """;

  private TeamFiles files;

  @BeforeEach
  void inAnEmptyFolder(@TempDir Path home) {
    files = new TeamFiles(home);
  }

  @Test
  void pool_withEveryField_keepsAll() {
    files.pool(
        """
        agents:
          dev:
            name: Dev
            emoji: "D"
            description: writes code
            tags: [code, tests]
            tools: [send_message, parley_post]
            systemPrompt: Write code.
            language: German
            hooks: {before_task: make lint, after_task: [make a, make b]}
            validate_prompt: Does it build?
            review_checklist: Is it tested?
        """);
    assertThat(files.loadPool())
        .containsExactly(
            new Persona(
                new AgentId("dev"),
                "Dev",
                "D",
                Optional.of("writes code"),
                List.of("code", "tests"),
                List.of("send_message", "parley_post"),
                "Write code.",
                Optional.of("German"),
                Optional.empty(),
                new TaskHooks(List.of("make lint"), List.of("make a", "make b")),
                Optional.of("Does it build?"),
                Optional.of("Is it tested?")));
  }

  @Test
  void pool_withoutBlocks_needsNone() {
    files.pool(DEV);
    assertThat(ids(files.loadPool())).containsExactly("dev");
  }

  @Test
  void pool_absent_saysWhatToMake() {
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .startsWith("No agent pool configured. Create agents.pool.yml")
        .contains("agents.pool.example.yml");
    assertThat(refusal.file()).contains("agents.pool.yml");
    assertThat(refusal.line()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing yet\n", "---\n", "null\n"})
  void pool_thatSaysNothing_isNoPool(String text) {
    files.pool(text);
    assertThat(files.refusedPool().message()).startsWith("No agent pool configured.");
  }

  @Test
  void pool_withoutAnyAgent_isEmpty() {
    files.pool("agents: {}\n");
    assertThat(files.loadPool()).isEmpty();
  }

  @Test
  void pool_withDisabled_leavesThemOut() {
    files.pool(DEV + "  gone: {disabled: true, name: 7, tools: [nonsense]}\n");
    assertThat(ids(files.loadUnlikeTheSchema())).containsExactly("dev");
  }

  @Test
  void pool_withDisabledFalse_keepsIt() {
    files.pool(DEV + "    disabled: false\n");
    assertThat(ids(files.loadPool())).containsExactly("dev");
  }

  @Test
  void pool_withoutTools_isFine() {
    files.pool(DEV.replace("[send_message]", "[]"));
    assertThat(files.ofPool("dev").tools()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "../a", "a.b", "\u00e4", "''"})
  void pool_idOfOtherCharacters_isRefused(String id) {
    files.pool(DEV.replace("dev:", (id.equals("''") ? id : '"' + id + '"') + ":"));
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .contains(
            "agent id \""
                + id.replace("'", "")
                + "\" contains invalid characters; use alphanumeric, hyphen, underscore only");
    assertThat(refusal.line()).contains(2);
  }

  @Test
  void pool_idAtItsBound_passesAndOnePastItNot() {
    files.pool(DEV.replace("dev:", "d".repeat(64) + ":"));
    assertThat(files.loadPool()).hasSize(1);
    files.pool(DEV.replace("dev:", "d".repeat(65) + ":"));
    assertThat(files.refusedPool().message()).contains("65 characters and 64 is the limit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "emoji", "tools", "systemPrompt"})
  void pool_withoutARequiredField_namesIt(String field) {
    files.pool(DEV.replaceAll("    " + field + ": .*\n", ""));
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .isEqualTo(
            "agents.pool.yml, line 2: agent \"dev\" is missing required fields"
                + " (name, emoji, tools, systemPrompt). It lacks "
                + field
                + ".");
    assertThat(refusal.line()).contains(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "emoji", "systemPrompt"})
  void pool_withABlankRequiredField_namesIt(String field) {
    files.pool(DEV.replaceAll("    " + field + ": .*\n", "    " + field + ": ' '\n"));
    assertThat(files.refusedPool().message()).endsWith("It lacks " + field + ".");
  }

  @Test
  void pool_withUnknownTools_listsThemAndTheKnown() {
    files.pool(DEV.replace("[send_message]", "[send_message, rm, sudo, rm, parley_]"));
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .startsWith(
            "agents.pool.yml, line 5: agent \"dev\" lists unknown tools: rm, sudo, parley_."
                + " Valid tools: ack_messages, append_memory, broadcast_thinking,")
        .endsWith("write_memory, and any that begins with parley_");
    assertThat(refusal.line()).contains(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: Dev    | name: 7             | 3 | name of agent \"dev\" must be a text (put it in"
            + " quotes), got: 7",
        "name: Dev    | name: true          | 3 | got: true",
        "name: Dev    | name: [a, {b: 1}]   | 3 | name of agent \"dev\" must be a text, got:"
            + " [\"a\",{\"b\":1}]",
        "emoji: D     | emoji: {a: []}      | 4 | got: {\"a\":[]}",
        "[send_message] | send_message      | 5 | tools of agent \"dev\" must be a list of texts,"
            + " got: \"send_message\"",
        "[send_message] | [send_message, 3] | 5 | tools of agent \"dev\" must be a text (put it in"
            + " quotes), got: 3",
        "name: Dev    | 'disabled: \"yes\"' | 3 | disabled of agent \"dev\" must be true or false",
        "name: Dev    | tags: code          | 3 | tags of agent \"dev\" must be a list of texts",
        "name: Dev    | language: 1.5       | 3 | language of agent \"dev\" must be a text",
        "name: Dev    | extends: [a]        | 3 | extends of agent \"dev\" must be a text",
      })
  void pool_withAWrongType_saysWhichKeyWhoseAndWhere(
      String right, String wrong, int line, String sentence) {
    files.pool(DEV.replace(right, wrong));
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .startsWith("agents.pool.yml, line " + line + ": ")
        .contains(sentence);
    assertThat(refusal.line()).contains(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: no agents | 1 | the key agents is missing; it maps ids to agents",
        "'agents:' | 1 | the key agents is missing",
        "- dev | 1 | the file must be a map with the key agents",
        "just words | 1 | the file must be a map with the key agents",
        "agents: [dev] | 1 | agents must be a map, got: [\"dev\"]",
        "'agents: {dev: 3}' | 1 | agent \"dev\" must be a map, got: 3",
        "'{agents: {}, shared_blocks: [a]}' | 1 | shared_blocks must be a map",
        "'{agents: {}, shared_blocks: {a: [b]}}' | 1 | a of shared_blocks must be a text",
      })
  void pool_ofAnotherShape_saysWhatIsExpected(String yaml, int line, String sentence) {
    files.pool(yaml);
    assertThat(files.refusedPool().message()).contains(sentence);
    assertThat(files.refusedPool().line()).contains(line);
  }

  @Test
  void pool_withAWrongBlockOfAStrangeName_isRefusedInOneShortLine() {
    files.pool("{agents: {}, shared_blocks: {\"a\\n\\tb" + "c".repeat(500) + "\": 1}}");
    assertThat(files.refusedPool().message())
        .startsWith("agents.pool.yml, line 1: a  bccc")
        .contains("... of shared_blocks must be a text")
        .hasSizeLessThan(250);
  }

  @Test
  void pool_withAgentsAtTheBound_passesAndOnePastItNot() {
    files.pool(agents(DocumentReader.MAX_AGENTS));
    assertThat(files.loadPool()).hasSize(DocumentReader.MAX_AGENTS);
    files.pool(agents(DocumentReader.MAX_AGENTS + 1));
    assertThat(files.refusedPool().message())
        .isEqualTo("agents.pool.yml, line 1: it has 1001 agents and 1000 is the limit");
  }

  @Test
  void pool_oneExtendingTheNext_resolvesToTheBound() {
    StringBuilder chain = new StringBuilder("agents:\n");
    for (int i = 1; i < DocumentReader.MAX_AGENTS; i++) {
      chain.append("  a").append(i).append(": {extends: a").append(i + 1).append("}\n");
    }
    chain.append("  a1000: {name: A, emoji: A, tools: [], systemPrompt: A}\n");
    files.pool(chain.toString());
    assertThat(files.ofPool("a1").systemPrompt()).isEqualTo("A");
  }

  @Test
  void pool_withKeysThatMeanNothing_ignoresThem() {
    files.write("agents.pool.yml", "version: 3\n" + DEV + "    colour: blue\n");
    assertThat(ids(files.loadUnlikeTheSchema())).containsExactly("dev");
  }

  private static String agents(int count) {
    StringBuilder yaml = new StringBuilder("agents:\n");
    for (int i = 0; i < count; i++) {
      yaml.append("  a").append(i).append(": {name: A, emoji: A, tools: [], systemPrompt: A}\n");
    }
    return yaml.toString();
  }
}
