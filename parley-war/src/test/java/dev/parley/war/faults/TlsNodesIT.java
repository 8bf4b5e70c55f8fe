package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestCertificates;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that ask each other over TLS. */
@Tag("faults")
@Timeout(180)
class TlsNodesIT {
  private static RestartablePostgres database;
  private static RunningServer first;

  @BeforeAll
  static void start() {
    database = new RestartablePostgres();
    first = node("a");
  }

  @AfterAll
  static void stop() {
    first.close();
    database.close();
  }

  private static RunningServer node(String name, String... options) {
    return RunningServer.launch()
        .with("--db", database.url())
        .with(TestCertificates.issue().options())
        .with(options)
        .environment("PARLEY_NODE", name)
        .start();
  }

  private static RawMcp sameSession(RunningServer at, RawMcp client) {
    return RawMcp.at(at.mcp())
        .header("Mcp-Session-Id", client.session())
        .header("MCP-Protocol-Version", RawMcp.VERSION);
  }

  @Test
  void session_ofAnotherNode_isAnsweredWhereItsAuthorityIsTrusted() {
    try (RunningServer second = node("b", "--ca", TestCertificates.authority().toString());
        RawMcp ada = RawMcp.at(first.mcp()).begin()) {
      assertThat(sameSession(second, ada).call("ping", null).result()).isEmpty();
    }
  }

  @Test
  void session_ofAnotherNode_isNotAskedForWhereItsAuthorityIsUnknown() {
    try (RunningServer second = node("c");
        RawMcp ada = RawMcp.at(first.mcp()).begin()) {
      assertThat(sameSession(second, ada).call("ping", null).error().at("/data/code").asString())
          .isEqualTo("session_elsewhere");
      eventually(
          "it says why",
          () ->
              String.join("\n", second.printed())
                  .contains(
                      "is not asked for its sessions: nobody trusted here signed its certificate"));
    }
  }
}
