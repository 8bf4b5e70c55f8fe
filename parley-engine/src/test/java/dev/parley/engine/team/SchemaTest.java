package dev.parley.engine.team;

import static dev.parley.engine.team.TeamFiles.ids;
import static dev.parley.engine.team.TeamFiles.mistakes;
import static dev.parley.engine.team.TeamFiles.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.team.Persona;
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
  void schema_knowsEveryTool() {
    String list = "agents: {a: {tools: [" + String.join(", ", ToolNames.KNOWN) + ", parley_x]}}";
    assertThat(mistakes(list)).isEmpty();
    String schema = resource("agents.schema.json");
    String names = schema.substring(schema.indexOf("\"enum\""), schema.indexOf("\"^parley_.\""));
    assertThat(names.lines().filter(line -> line.strip().matches("\"[a-z_]+\",?")))
        .hasSameSizeAs(ToolNames.KNOWN);
  }

  @Test
  void site_offersTheSameSchema() throws Exception {
    Path offered = Path.of("..", "site", "modules", "ROOT", "attachments", "agents.schema.json");
    assertThat(Files.readString(offered)).isEqualTo(resource("agents.schema.json"));
  }
}
