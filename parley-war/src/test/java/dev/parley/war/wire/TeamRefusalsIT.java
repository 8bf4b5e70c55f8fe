package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BadArgument;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.Teammates;
import dev.parley.war.testing.ToolAnswer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever a tool of the board is wrongly asked: refused in the one shape, by the field's name. */
@ExtendWith(SharedServer.class)
class TeamRefusalsIT {
  private static final List<String> ADDED =
      List.of("renew_claim", "release_claim", "claim_next_task", "get_reviews");

  /** One session for all of them: a start for each would take minutes. */
  @Test
  void argument_pastItsBound_isRefusedByItsName_atItIsNot(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      for (BadArgument bad : BadArgument.all()) {
        Teammates caller = ADDED.contains(bad.tool()) ? far : team;
        ToolAnswer refused = hiddenIn(call(caller, bad, bad.first()));
        assertThat(refused.code()).as(bad.toString()).isEqualTo("invalid_argument");
        assertThat(refused.get("field")).as(bad.toString()).isEqualTo(bad.field());
        assertThat(refused.text())
            .startsWith("{\"success\":false,\"error\":\"The argument '" + bad.field() + "' was ");
        for (Object last : bad.last()) {
          ToolAnswer passed = hiddenIn(call(caller, bad, last));
          assertThat(passed.text())
              .as(bad.toString())
              .doesNotContain("invalid_argument", "internal_error");
        }
      }
      assertThat(team.client().call("ping", null).result()).isEmpty();
    }
  }

  @Test
  void name_thatMeansTheSystemOrAPerson_isNobodysOwn(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      ToolAnswer refused = hiddenIn(team.as("System", "send_message", "content", "x"));
      assertThat(refused.code()).isEqualTo("name_reserved");
      RawMcp human = RawMcp.at(server.mcp()).header("Parley-Agent", "human");
      assertThat(human.initialize(RawMcp.VERSION).error().get("code").asInt()).isEqualTo(-32602);
    }
  }

  @Test
  void header_thatNamesNoSession_isRefusedAtOnce(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).header("Parley-Session", "a/b");
    assertThat(client.initialize(RawMcp.VERSION).error().get("code").asInt()).isEqualTo(-32602);
  }

  @Test
  void argument_nobodyKnows_isPassedOverInTheSetTeamAlone(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        RawMcp all = RawMcp.at(server.mcp()).begin()) {
      team.as("alice", "get_all_tasks", "colour", "red").accepted();
      assertThat(all.tool("claim_next_task", "colour", "red").get("field")).isEqualTo("colour");
      for (String added : ADDED) {
        assertThat(
                team.client()
                    .call("tools/call", Map.of("name", added, "arguments", Map.of()))
                    .error()
                    .get("message")
                    .asString())
            .isEqualTo("Tool not found: " + added);
      }
    }
  }

  private static ToolAnswer call(Teammates team, BadArgument bad, Object value) {
    Object[] all =
        bad.with(value).entrySet().stream()
            .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
            .toArray();
    return team.client().tool(bad.tool(), all);
  }
}
