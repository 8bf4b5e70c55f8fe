package dev.parley.war.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.Browser;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

/** Access tokens and logins of Keycloak: case I13 of the reference. The last test ends it. */
@Tag("identity")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeycloakIT {
  private static final String CALLBACK = "/api/login/oidc/callback";

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
  void person_logsInAtThePage_withTheFormOfKeycloak() {
    ServerLaunch withPage =
        launch("--oidc-client-id", "parley-page", "--oidc-required-role", "parley-user")
            .environment("PARLEY_OIDC_CLIENT_SECRET", "page-secret");
    try (RunningServer page = withPage.start()) {
      Browser ada = new Browser();
      URI answer = answered(page, ada, "ada");
      assertThat(answer.toString()).startsWith(page.at(CALLBACK).toString());
      assertThat(answer.getRawQuery()).contains("code=", "state=", "iss=");
      assertThat(Browser.redirect(ada.arrive(answer))).isEqualTo(page.at("/"));
      JsonNode me = ada.get(page.at("/api/me")).json();
      assertThat(me.path("name").asString()).isEqualTo("ada");
      assertThat(me.path("role").asString()).isEqualTo("lead");
      assertThat(me.path("endSession").asString())
          .startsWith(keycloak.issuer() + "/protocol/openid-connect/logout?client_id=");
      assertThat(ada.get(URI.create(me.path("endSession").asString())).status()).isEqualTo(200);
      assertThat(new Browser().arrive(answer).status()).isEqualTo(400);
      Browser bob = new Browser();
      Reply refused = bob.arrive(answered(page, bob, "bob"));
      assertThat(refused.status()).as(refused.body()).isEqualTo(403);
      assertThat(refused.body()).contains("This login is not good here");
      assertThat(ada.post(page.at("/api/logout"), "{}").status()).isEqualTo(204);
      assertThat(ada.get(page.at("/api/me")).json().path("name").isNull()).isTrue();
    }
  }

  private static URI answered(RunningServer page, Browser browser, String person) {
    URI address = Browser.redirect(browser.get(page.at("/api/login/oidc")));
    assertThat(address.toString()).startsWith(keycloak.issuer() + "/protocol/openid-connect/auth?");
    return Keycloak.logIn(browser, address, person, person + "-pw");
  }

  @Test
  @Order(6)
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
