package dev.parley.war.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Access tokens of Keycloak: case I13 of the reference. The last test ends it. */
@Tag("identity")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeycloakIT {
  private static Keycloak keycloak;
  private static RunningServer server;
  private static boolean ended;

  @BeforeAll
  static void start() {
    keycloak = Keycloak.start();
    server = launch().start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    if (keycloak != null && !ended) {
      keycloak.close();
    }
  }

  private static ServerLaunch launch(String... options) {
    return RunningServer.launch()
        .with("--oidc-issuer", keycloak.issuer(), "--oidc-audience", Keycloak.AUDIENCE)
        .with("--oidc-role-claim", "realm_access.roles")
        .with(options);
  }

  private static RawMcp client(RunningServer at, String token) {
    return RawMcp.at(at.mcp()).header("Authorization", "Bearer " + token);
  }

  private static void assertActsAs(String name, String token) {
    RawMcp client = client(server, token).begin();
    client.tool("create_task", "title", "t", "priority", "low").accepted();
    assertThat(client.tool("get_all_tasks").text()).contains("\"created_by\":\"" + name + "\"");
  }

  private static int status(RunningServer at, String token) {
    return client(at, token).initialize(RawMcp.VERSION).status();
  }

  @Test
  @Order(1)
  void tokens_ofAPersonAndOfAProgram_actAsThem() throws Exception {
    assertActsAs("ada", keycloak.tokenOf("ada", "parley-cli"));
    assertActsAs("service-account-parley-agent", keycloak.tokenOfTheProgram());
  }

  @Test
  @Order(2)
  void token_forAnotherAudience_isRefused() throws Exception {
    assertThat(status(server, keycloak.tokenOf("ada", "elsewhere"))).isEqualTo(401);
  }

  @Test
  @Order(3)
  void role_thatIsRequired_isTheOneOfTheRealm() throws Exception {
    try (RunningServer strict = launch("--oidc-required-role", "parley-user").start()) {
      assertThat(status(strict, keycloak.tokenOf("ada", "parley-cli"))).isEqualTo(200);
      assertThat(status(strict, keycloak.tokenOf("bob", "parley-cli"))).isEqualTo(401);
    }
  }

  @Test
  @Order(4)
  void keyThatIsNew_isTakenWithoutARestart() throws Exception {
    String before = keycloak.tokenOf("ada", "parley-cli");
    keycloak.rotate();
    String after = keycloak.tokenOf("ada", "parley-cli");
    assertThat(header(after)).isNotEqualTo(header(before));
    assertThat(status(server, after)).isEqualTo(200);
    assertThat(status(server, before)).isEqualTo(200);
  }

  private static String header(String token) {
    return token.substring(0, token.indexOf('.'));
  }

  @Test
  @Order(5)
  void issuerThatEnded_leavesItsTokensGood_andNoServerStarts() throws Exception {
    String known = keycloak.tokenOf("ada", "parley-cli");
    String fresh = keycloak.tokenOf("bob", "parley-cli");
    assertThat(status(server, known)).isEqualTo(200);
    ended = true;
    keycloak.close();
    assertThat(status(server, known)).isEqualTo(200);
    assertThat(status(server, fresh)).isEqualTo(200);
    assertThat(launch().refused().printed()).contains("cannot be read: nobody answers there");
  }
}
