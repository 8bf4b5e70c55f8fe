package dev.parley.engine.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.TeamUnusable;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTest {
  private static final String POOL =
      """
      shared_blocks:
        on_each_spawn: Read.
        declaring_end: Say so.
        core_rules: You are {agent_id}. {{on_each_spawn}}
      agents:
        dev:
          name: Dev
          emoji: D
          tools: []
          systemPrompt: "Build, {agent_id}. {{on_each_spawn}} {{declaring_end}} {{core_rules}}"
      """;

  private static final String FILLED =
      "Build, {agent_id}. Read. Say so. You are %s. {{on_each_spawn}}";

  private static final String REQUIRED = "{{on_each_spawn}}{{declaring_end}}{{core_rules}}";

  private TeamFiles files;

  @BeforeEach
  void inAnEmptyFolder(@TempDir Path home) {
    files = new TeamFiles(home);
  }

  @Test
  void blocks_areFilledInOnceWithTheOwnId() {
    files.pool(POOL);
    assertThat(files.ofPool("dev").systemPrompt()).isEqualTo(FILLED.formatted("dev"));
  }

  @Test
  void blocks_ofAnInheritedPrompt_nameTheHeir() {
    files.pool(POOL + "  dev2: {extends: dev}\n").team("agents:\n  dev3: {extends: dev2}\n");
    assertThat(files.ofPool("dev2").systemPrompt()).isEqualTo(FILLED.formatted("dev2"));
    assertThat(files.ofTeam("dev3").systemPrompt()).isEqualTo(FILLED.formatted("dev3"));
  }

  @Test
  void blocks_ofTheFileAPromptStandsIn_areItsBlocks() {
    files
        .pool(POOL)
        .team(
            """
            shared_blocks: {hello: "Hello {agent_id}."}
            agents:
              dev: {systemPrompt: "{{hello}}"}
              dev2: {extends: dev, systemPrompt: "{{hello}} Again."}
            """);
    assertThat(files.ofTeam("dev").systemPrompt()).isEqualTo("Hello dev.");
    assertThat(files.ofTeam("dev2").systemPrompt()).isEqualTo("Hello dev2. Again.");
  }

  @Test
  void blocks_whereAFileHasNone_stayAsTheyAre() {
    files.pool("agents:\n  a: {name: A, emoji: A, tools: [], systemPrompt: 'Hi {{there}}.'}\n");
    assertThat(files.ofPool("a").systemPrompt()).isEqualTo("Hi {{there}}.");
  }

  @Test
  void blocks_withDollarsAndBackslashes_areTakenAsTheyAre() {
    files.pool(POOL.replace("Read.", "Pay $1 \\n {{x}}"));
    assertThat(files.ofPool("dev").systemPrompt()).contains("Pay $1 \\n {{x}} Say so.");
  }

  @Test
  void blocks_thatAreNotDefined_areRefused() {
    files.pool(POOL.replace("\"Build,", "\"{{nothing}} Build,"));
    TeamUnusable refusal = files.refusedPool();
    assertThat(refusal.message())
        .isEqualTo(
            "agents.pool.yml, line 10: shared_blocks reference \"{{nothing}}\" in agent \"dev\" is"
                + " not defined. Available blocks: on_each_spawn, declaring_end, core_rules");
    assertThat(refusal.line()).contains(10);
  }

  @Test
  void blocks_thatAreNotDefinedInAnHeir_areRefused() {
    files.pool(POOL + "  dev2: {extends: dev, systemPrompt: '{{nothing}}'}\n");
    assertThat(files.refusedPool().message()).contains("in agent \"dev2\" is not defined");
  }

  @ParameterizedTest
  @ValueSource(strings = {"on_each_spawn", "declaring_end", "core_rules"})
  void pool_withBlocks_needsEachOfTheThree(String block) {
    files.pool(POOL.replace(" {{" + block + "}}", ""));
    assertThat(files.refusedPool().message())
        .isEqualTo(
            "agents.pool.yml, line 10: agent \"dev\" systemPrompt is missing required block"
                + " references: {{"
                + block
                + "}}");
  }

  @Test
  void pool_heirWithItsOwnPrompt_needsNone() {
    files.pool(POOL + "  dev2: {extends: dev, systemPrompt: Short.}\n");
    assertThat(files.ofPool("dev2").systemPrompt()).isEqualTo("Short.");
  }

  @Test
  void prompts_atTheBoundTogether_passAndOnePastItNot() {
    files.pool(sixteenPrompts("{{b}}"));
    assertThat(files.loadPool()).hasSize(16);
    files.pool(sixteenPrompts("{{b}}x"));
    assertThat(files.refusedPool().message())
        .isEqualTo(
            "agents.pool.yml, line 18: the prompts of all agents, blocks filled in, have more than"
                + " 8388608 characters together");
  }

  @Test
  void prompts_thatMultiplyABlock_costNothing() {
    String block = "x".repeat(400_000);
    String many = "{{b}}".repeat(100_000);
    files.pool(
        "shared_blocks: {b: %s}\nagents:\n  a: {name: A, emoji: A, tools: [], systemPrompt: '%s'}\n"
            .formatted(block, REQUIRED + many)
            .replace("{b:", "{on_each_spawn: a, declaring_end: b, core_rules: c, b:"));
    assertThat(files.refusedPool().message()).contains("have more than 8388608 characters");
  }

  /** Fifteen of a sixteenth of the bound, and {@code last}. */
  private static String sixteenPrompts(String last) {
    StringBuilder yaml =
        new StringBuilder(
                "shared_blocks: {on_each_spawn: '', declaring_end: '', core_rules: '', b: ")
            .append("x".repeat(PersonaFactory.MAX_PROMPTS / 16))
            .append("}\nagents:\n");
    for (int i = 0; i < 16; i++) {
      yaml.append("  a%d: {name: A, emoji: A, tools: [], systemPrompt: '".formatted(i))
          .append(REQUIRED)
          .append(i < 15 ? "{{b}}" : last)
          .append("'}\n");
    }
    return yaml.toString();
  }
}
