package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The schema that editors check files of teams with knows the tools there are, and no others. */
class TeamFileToolsTest {

  @Test
  void schema_listsExactlyTheToolsThereAre() throws IOException {
    List<String> listed = new ArrayList<>();
    try (InputStream in =
        AllTools.class.getResourceAsStream("/dev/parley/engine/team/agents.schema.json")) {
      new JsonMapper()
          .readTree(in)
          .at("/$defs/tool/anyOf/0/enum")
          .forEach(name -> listed.add(name.asString()));
    }
    assertThat(listed)
        .isSorted()
        .containsExactlyInAnyOrderElementsOf(
            AllTools.set().names().stream().filter(name -> !name.startsWith("parley_")).toList());
  }
}
