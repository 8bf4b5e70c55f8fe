package dev.parley.engine.team;

import static dev.parley.engine.team.TeamFiles.ids;
import static dev.parley.engine.team.TeamFiles.mistakes;
import static dev.parley.engine.team.TeamFiles.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.WorkspaceId;
import dev.parley.team.Persona;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  @Test
  void examplePool_loadsAndKeepsToTheSchema(@TempDir Path home) {
    TeamFiles files = new TeamFiles(home).pool(resource("agents.pool.example.yml"));
    List<Persona> personas = files.loadPool();
    assertThat(ids(personas))
        .containsExactly("lead", "builder", "reviewer", "tester", "writer", "builder2");
    assertThat(personas)
        .allSatisfy(
            persona ->
                assertThat(persona.systemPrompt())
                    .contains("You are " + persona.id() + ".")
                    .doesNotContain("{{", "{agent_id}"));
  }

  @Test
  void poolOfTheTutorial_loads(@TempDir Path home) throws IOException {
    String pool = Files.readString(Path.of("../site/modules/ROOT/examples/team/agents.pool.yml"));
    assertThat(ids(new TeamFiles(home).pool(pool).loadPool()))
        .containsExactly("planner", "builder", "reviewer");
  }

  @Test
  void examplePool_makesATeam(@TempDir Path home) {
    TeamFiles files =
        new TeamFiles(home)
            .pool(resource("agents.pool.example.yml"))
            .team("agents:\n  lead:\n  builder:\n  builder3: {extends: builder}\n");
    assertThat(ids(files.loadTeam())).containsExactly("lead", "builder", "builder3");
    assertThat(files.ofTeam("builder3").systemPrompt()).startsWith("## Language");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "agents: []",
        "{agents: {}, colour: blue}",
        "agents: {a b: {}}",
        "agents: {a: {tools: [rm]}}",
        "agents: {a: {tools: send_message}}",
        "agents: {a: {name: 7}}",
        "agents: {a: {hooks: true}}",
        "agents: {a: {hooks: {before_task: [3]}}}",
        "agents: {a: {prompt: x}}",
        "{agents: {}, shared_blocks: {a: [b]}}",
      })
  void schema_marksWhatDoesNotLoadOrMeansNothing(String yaml) {
    assertThat(mistakes(yaml)).isNotEmpty();
  }

  @Test
  void schema_takesEveryToolItLists() {
    String list =
        "agents: {a: {tools: ["
            + String.join(", ", TeamFiles.TOOLS.known().orElseThrow())
            + ", parley_x]}}";
    assertThat(mistakes(list)).isEmpty();
  }

  @Test
  void tools_thatNobodyKnows_areTakenUnderAnyName(@TempDir Path home) throws Exception {
    Files.writeString(
        home.resolve("agents.pool.yml"),
        "agents: {a: {name: A, emoji: a, description: d, tags: [], tools: [my_own], systemPrompt:"
            + " p}}");
    assertThat(new YamlTeams(home, WorkspaceId.DEFAULT, ToolNames.ANY).pool())
        .singleElement()
        .satisfies(persona -> assertThat(persona.tools()).containsExactly("my_own"));
  }

  @Test
  void site_offersTheSameSchema() throws Exception {
    Path offered = Path.of("..", "site", "modules", "ROOT", "attachments", "agents.schema.json");
    assertThat(Files.readString(offered)).isEqualTo(resource("agents.schema.json"));
  }
}
