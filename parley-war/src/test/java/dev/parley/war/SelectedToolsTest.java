package dev.parley.war;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.mcp.McpEndpoint;
import dev.parley.war.tool.ServerFacts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelectedToolsTest {

  @Test
  void apply_ofTheSameSetsHoweverTheyAreNamed_startsOneServer() {
    McpEndpoint endpoint = new McpEndpoint(Duration.ofMinutes(1), Duration.ofMinutes(1));
    SelectedTools servers =
        new SelectedTools(endpoint, new ServerFacts(false, Optional.empty(), 1_000), 1);
    assertThat(servers.apply("inbox,rooms"))
        .isSameAs(servers.apply("rooms,inbox"))
        .isSameAs(servers.apply(" rooms,inbox,rooms,"))
        .isNotSameAs(servers.apply("rooms"));
  }
}
