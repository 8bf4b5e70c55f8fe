package dev.parley.war.oidc;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.parley.war.testing.Browser;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import dev.parley.war.testing.ServerProcess;
import dev.parley.war.testing.TestIssuer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A server that takes the access tokens of an issuer in this process. */
class AccessTokensIT {
  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final int SKEW_SECONDS = 60;

  private static TestIssuer issuer;
  private static RunningServer server;

  @BeforeAll
  static void start() {
    issuer = TestIssuer.start();
    server = launch(issuer).start();
  }

  @AfterAll
  static void stop() {
    server.close();
    issuer.close();
  }

  private static ServerLaunch launch(TestIssuer trusted, String... options) {
    return RunningServer.launch()
        .with("--oidc-issuer", trusted.url(), "--oidc-audience", TestIssuer.AUDIENCE)
        .with(options);
  }

  private static RawMcp client(RunningServer at, String token) {
    return RawMcp.at(at.mcp()).header("Authorization", "Bearer " + token);
  }

  private static RawMcp sameSession(RawMcp client, String token) {
    return client(server, token)
        .header("Mcp-Session-Id", client.session())
        .header("MCP-Protocol-Version", RawMcp.VERSION);
  }

  private static JWTClaimsSet.Builder endingIn(String name, int seconds) {
    long end = Instant.now().getEpochSecond() + seconds;
    return issuer.claims(name).claim("exp", end);
  }

  @Test
  void token_actsAsTheNameInIt_andAsNoOther() {
    RawMcp ada = client(server, issuer.token("ada")).begin();
    ada.tool("create_task", "title", "of ada", "priority", "low").accepted();
    assertThat(ada.tool("get_all_tasks").text()).contains("\"created_by\":\"ada\"");
    assertThat(ada.tool("create_task", "title", "t", "priority", "low", "agent_id", "bob").code())
        .isEqualTo("permission_denied");
    Reply named =
        client(server, issuer.token("ada"))
            .header("Parley-Agent", "bob")
            .initialize(RawMcp.VERSION);
    assertThat(named.error().path("message").asString())
        .contains("this credential may act as ada and not as bob");
    assertThat(String.join("\n", server.printed())).doesNotContain(issuer.token("ada"));
  }

  @Test
  void scopesOfToken_admitTheirToolsAlone() {
    RawMcp rae = client(server, issuer.sign(issuer.claims("rae").claim("scope", "rooms:read")));
    rae.begin().tool("list_rooms").accepted();
    assertThat(rae.tool("join_room", "room", "planning").code()).isEqualTo("permission_denied");
    RawMcp mute = client(server, issuer.sign(issuer.claims("mute").claim("scope", "watch")));
    Reply stream = mute.begin().get();
    assertThat(stream.status()).isEqualTo(403);
    assertThat(stream.header("WWW-Authenticate"))
        .contains(
            "Bearer resource_metadata=\""
                + server.at(METADATA + "/mcp")
                + "\", error=\"insufficient_scope\"");
  }

  @Test
  void requestWithoutAGoodToken_learnsWhereToGetOne() {
    String challenge = "Bearer resource_metadata=\"" + server.at(METADATA + "/mcp") + "\"";
    Reply without = RawMcp.at(server.mcp()).initialize(RawMcp.VERSION);
    Reply wrong = client(server, issuer.sign(endingIn("ada", -120))).initialize(RawMcp.VERSION);
    for (Reply refused : List.of(without, wrong)) {
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate")).contains(challenge);
    }
    assertThat(wrong.body()).isEqualTo(without.body()).matches("\\p{ASCII}+");
    assertThat(
            RawMcp.at(server.at("/mcp/rooms"))
                .initialize(RawMcp.VERSION)
                .header("WWW-Authenticate"))
        .contains("Bearer resource_metadata=\"" + server.at(METADATA + "/mcp/rooms") + "\"");
  }

  @Test
  void metadata_namesTheIssuer_forEachEndpoint() {
    for (String path : List.of("", "/mcp", "/mcp/rooms")) {
      Reply reply = server.http(METADATA + path);
      assertThat(reply.status()).as(path).isEqualTo(200);
      assertThat(reply.header("Content-Type")).contains("application/json");
      JsonNode document = reply.json();
      assertThat(document.path("resource").asString()).isEqualTo(server.base() + path);
      assertThat(document.at("/authorization_servers/0").asString()).isEqualTo(issuer.url());
      assertThat(document.at("/bearer_methods_supported/0").asString()).isEqualTo("header");
      assertThat(document.has("scopes_supported")).isFalse();
    }
    assertThat(server.http(METADATA + "/api").status()).isEqualTo(404);
    assertThat(server.http("/.well-known/oauth-authorization-server").status()).isEqualTo(404);
  }

  @Test
  void session_belongsToTheSubject_whateverItsToken() {
    RawMcp ada = client(server, issuer.token("ada")).begin();
    assertThat(sameSession(ada, issuer.token("bob")).call("ping", null).status()).isEqualTo(404);
    String fresh = issuer.sign(endingIn("ada", 600));
    assertThat(sameSession(ada, fresh).call("ping", null).result()).isEmpty();
  }

  @Test
  void streamOfATokenThatExpires_ends_andGoesOnWithAFreshOne() {
    String brief = issuer.sign(endingIn("ada", 6 - SKEW_SECONDS));
    RawMcp ada = client(server, brief).begin();
    EventStreamReader stream = ada.listen();
    assertThat(stream.status()).isEqualTo(200);
    eventually("the stream of an expired token has ended", stream::isEnded);
    assertThat(ada.call("ping", null).status()).isEqualTo(401);
    RawMcp again = sameSession(ada, issuer.token("ada"));
    try (EventStreamReader reopened = again.listen()) {
      assertThat(reopened.status()).isEqualTo(200);
      assertThat(again.call("ping", null).result()).isEmpty();
    }
  }

  @Test
  void page_takesNoAccessToken_andHasNoLoginOfTheIssuerWithoutAClient() {
    Browser browser = new Browser();
    Reply refused =
        browser.post(server.at("/api/login"), "{\"token\":\"" + issuer.token("ada") + "\"}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("code").asString()).isEqualTo("permission_denied");
    assertThat(refused.json().path("detail").asString())
        .contains("the page takes no access token; log in with a token of this server");
    assertThat(refused.header("Set-Cookie")).isEmpty();
    assertThat(browser.get(server.at("/api/me")).json().path("issuer").isNull()).isTrue();
    assertThat(browser.get(server.at("/api/login/oidc")).status()).isEqualTo(404);
    assertThat(browser.get(server.at("/api/login/oidc/callback?state=a&code=b")).status())
        .isEqualTo(404);
  }

  @Test
  void credentialsOfTheServer_areTakenToo() throws Exception {
    String stored =
        CredentialMaker.of(server).token("agent", "member", "default", "carl", List.of());
    assertThat(client(server, stored).begin().call("ping", null).result()).isEmpty();
  }

  @Test
  void administrator_ofTheIssuer_createsCredentials() throws Exception {
    CredentialMaker maker = CredentialMaker.of(server);
    assertThat(maker.send(issuer.token("ada"), "GET", "", Map.of()).statusCode()).isEqualTo(403);
    try (RunningServer roles = launch(issuer, "--oidc-role-claim", "roles").start()) {
      String admin = issuer.sign(issuer.claims("ada").claim("roles", List.of("admin")));
      assertThat(CredentialMaker.of(roles).send(admin, "GET", "", Map.of()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void requiredScope_missing_isSaidInTheHeader_andWrongTokensAreCounted() {
    try (RunningServer strict = launch(issuer, "--oidc-required-scope", "parley").start()) {
      String metadata = "resource_metadata=\"" + strict.at(METADATA + "/mcp") + "\"";
      Reply lacking = client(strict, issuer.token("ada")).initialize(RawMcp.VERSION);
      assertThat(lacking.status()).isEqualTo(403);
      assertThat(lacking.header("WWW-Authenticate"))
          .contains("Bearer " + metadata + ", scope=\"parley\", error=\"insufficient_scope\"");
      assertThat(lacking.error().at("/data/code").asString()).isEqualTo("insufficient_scope");
      assertThat(RawMcp.at(strict.mcp()).initialize(RawMcp.VERSION).header("WWW-Authenticate"))
          .contains("Bearer " + metadata + ", scope=\"parley\"");
      assertThat(strict.http(METADATA).json().at("/scopes_supported/0").asString())
          .isEqualTo("parley");
      String wrong = TestIssuer.sign(issuer.claims("ada"), TestIssuer.newKey());
      eventually(
          "wrong tokens are counted",
          () -> client(strict, wrong).initialize(RawMcp.VERSION).status() == 429);
      String good = issuer.sign(issuer.claims("ada").claim("scope", "parley"));
      assertThat(client(strict, good).initialize(RawMcp.VERSION).status()).isEqualTo(200);
      eventually(
          "it says so",
          () -> String.join("\n", strict.printed()).contains("An access token was refused: "));
      assertThat(String.join("\n", strict.printed())).doesNotContain(wrong);
    }
  }

  @Test
  void issuer_thatDoesNotAnswer_keepsTheServerFromStarting() {
    TestIssuer gone = TestIssuer.start();
    gone.close();
    ServerProcess.Ended ended = launch(gone).refused();
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.printed())
        .contains("--oidc-issuer " + gone.url() + ": ", "cannot be read: nobody answers there");
    assertThat(RunningServer.launch().with("--oidc-audience", "x").refused().printed())
        .contains("--oidc-audience needs --oidc-issuer");
  }
}
