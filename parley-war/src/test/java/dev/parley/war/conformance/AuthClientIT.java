package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.conformance.NodeProgram.Ended;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RunningServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The official TypeScript SDK and the Inspector log in at the built-in authorization server by
 * themselves.
 */
@Tag("conformance")
class AuthClientIT {
  private static RunningServer server;
  private static String ada;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.start("--oauth");
    ada = CredentialMaker.of(server).token("person", "member", "default", "ada");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void sdk_registersLogsInCallsToolsAndRefreshes(String generation) {
    assertLogsIn(generation, server, ada);
  }

  /** Only one of the addresses that the SDK asks for the description lies below the path. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void sdk_findsTheServerBelowAContextPath(String generation) throws Exception {
    try (RunningServer below = RunningServer.start("--oauth", "--context", "/tools/parley")) {
      String token = CredentialMaker.of(below).token("person", "member", "default", "ada");
      assertThat(below.mcp().getPath()).isEqualTo("/tools/parley/mcp");
      assertLogsIn(generation, below, token);
    }
  }

  private static void assertLogsIn(String generation, RunningServer server, String token) {
    String agent = "ada.sdk" + generation;
    Ended ended =
        NodeProgram.authClient()
            .run(
                "auth-client-" + generation,
                List.of(generation, server.mcp().toString(), "ada", token, agent));
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    JsonNode said = new JsonMapper().readTree(ended.out());
    assertThat(said.path("tools").asInt()).isPositive();
    assertThat(said.path("registrations").asInt()).isEqualTo(1);
    assertThat(said.path("grants").size()).as("a code, and a refresh token").isEqualTo(2);
    assertThat(said.path("resource").asString()).isEqualTo(server.mcp().toString());
    assertThat(said.path("tasks").asString())
        .contains("before the refresh", "after the refresh", agent);
    assertThat(printed("SDK " + generation, said))
        .anyMatch(
            line -> line.startsWith("client: POST") && line.endsWith("/mcp initialize -> 401"))
        .anyMatch(line -> line.matches("client: GET .*oauth-protected-resource.* -> 200"))
        .anyMatch(
            line ->
                line.matches(
                    "client: GET .*(oauth-authorization-server|openid-configuration).* -> 200"))
        .anyMatch(line -> line.matches("browser: POST .*ticket&agent&decision&scope -> 30\\d .*"))
        .anyMatch(line -> line.contains("grant_type=authorization_code -> 200"))
        .anyMatch(line -> line.contains("grant_type=refresh_token -> 200"));
  }

  /** Prints the requests of a client and of the browser of its person, and returns them. */
  private static List<String> printed(String client, JsonNode said) {
    List<String> requests = said.path("requests").valueStream().map(JsonNode::asString).toList();
    System.out.println("oauth flow, " + client + ":");
    requests.forEach(line -> System.out.println("  " + line));
    return requests;
  }

  @Test
  void inspector_registersLogsInAndListsTools() {
    Ended ended =
        NodeProgram.authClient()
            .run(
                "auth-client-inspector",
                List.of(
                    NodeProgram.inspectorScript().toString(),
                    server.mcp().toString(),
                    "ada",
                    ada,
                    "ada.inspector"));
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    JsonNode said = new JsonMapper().readTree(ended.out());
    assertThat(said.path("listed").asString()).contains("create_task");
    assertThat(printed("browser of the Inspector", said))
        .anyMatch(line -> line.matches("browser: POST .*ticket&agent&decision&scope -> 30\\d .*"));
  }
}
