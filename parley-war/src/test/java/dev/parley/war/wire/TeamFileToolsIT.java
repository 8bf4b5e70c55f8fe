package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of a team may give an agent every tool that the server offers, and no other. */
class TeamFileToolsIT {
  @TempDir Path home;

  @Test
  void tools_ofAPersona_areThoseOfTheServer() throws Exception {
    try (RunningServer server = RunningServer.launch().with("--home", home.toString()).start();
        RawMcp client = RawMcp.at(server.mcp()).begin()) {
      List<String> offered = new ArrayList<>();
      client
          .call("tools/list", null)
          .result()
          .get("tools")
          .forEach(tool -> offered.add(tool.get("name").asString()));
      pool(offered);
      ToolAnswer all = client.tool("list_pool_agents").accepted();
      assertThat(all.fields().at("/agents/0/tools")).hasSameSizeAs(offered);
      pool(List.of("wait_for_messages", "made_up"));
      assertThat(client.tool("list_pool_agents").code()).isEqualTo("team_unusable");
    }
  }

  private void pool(List<String> tools) throws Exception {
    Files.writeString(
        home.resolve("agents.pool.yml"),
        "agents:\n  lead:\n    name: Lead\n    emoji: L\n    description: d\n    tags: []\n"
            + "    systemPrompt: p\n    tools: ["
            + String.join(", ", tools)
            + "]\n");
  }
}
