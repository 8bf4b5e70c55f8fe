package dev.parley.war.oauth;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.OAuthBrowser.CALLBACK;
import static dev.parley.war.testing.OAuthBrowser.json;
import static dev.parley.war.testing.OAuthBrowser.sentBack;
import static dev.parley.war.testing.OAuthBrowser.ticket;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OAuthBrowser;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestCertificates;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A server that gives tokens itself: cases O1 to O11 of the reference, with a person who is logged
 * in where the reference has a passphrase. Each test comes from an address of its own, since wrong
 * tries are counted by address.
 */
class OAuthServerIT {
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String CONSENT = "/oauth/authorize/consent";
  private static final String[] TEAM = {"team:read", "team:write"};

  /** The number of replaced refresh tokens of a client that are good once more. */
  private static final int REMEMBERED = 10;

  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  private static RunningServer server;
  private static DocumentServer documents;
  private static CredentialMaker maker;
  private static String ada;

  @BeforeAll
  static void start() throws Exception {
    documents = DocumentServer.start();
    server =
        RunningServer.launch()
            .with("--oauth", "--trust-proxy", "127.0.0.1", "--oauth-private-clients")
            .with("--ca", TestCertificates.authority().toString())
            .start();
    maker = CredentialMaker.of(server);
    ada = maker.token("person", "member", "default", "ada");
  }

  @AfterAll
  static void stop() {
    server.close();
    documents.close();
  }

  private static OAuthBrowser browser() {
    return new OAuthBrowser(server.base(), "192.0.2." + ADDRESSES.incrementAndGet());
  }

  private static OAuthBrowser browserOfAda() {
    return browser().as("ada", ada);
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static void assertError(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(json(answer).path("error").asString()).isEqualTo(code);
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
  }

  /** Case O1. */
  @Test
  void requestWithoutAToken_learnsThatThisServerGivesOne() {
    Reply without = RawMcp.at(server.at("/mcp/rooms")).initialize(RawMcp.VERSION);
    assertThat(without.status()).isEqualTo(401);
    assertThat(without.header("WWW-Authenticate"))
        .contains("Bearer resource_metadata=\"" + server.at(RESOURCE + "/mcp/rooms") + "\"");
    for (String path : List.of("", "/mcp", "/mcp/rooms")) {
      JsonNode resource = server.http(RESOURCE + path).json();
      assertThat(resource.path("resource").asString()).isEqualTo(server.mcp().toString());
      assertThat(resource.at("/authorization_servers/0").asString())
          .isEqualTo(server.base().toString());
      assertThat(resource.at("/scopes_supported/0").asString()).isEqualTo("rooms:read");
      JsonNode issuer = server.http(METADATA + path).json();
      assertThat(issuer.path("issuer").asString()).isEqualTo(server.base().toString());
      for (String endpoint : List.of("authorization", "token", "registration", "revocation")) {
        assertThat(issuer.path(endpoint + "_endpoint").asString())
            .startsWith(server.base() + "/oauth/");
      }
      assertThat(issuer.path("code_challenge_methods_supported").toString())
          .isEqualTo("[\"S256\"]");
    }
    JsonNode below = server.http("/.well-known/openid-configuration").json();
    assertThat(below.path("issuer").asString()).isEqualTo(server.base().toString());
    assertThat(below.path("token_endpoint").asString())
        .isEqualTo(server.at("/oauth/token").toString());
    assertThat(below.path("id_token_signing_alg_values_supported").toString()).isEqualTo("[]");
    String keys = below.path("jwks_uri").asString().substring(server.base().toString().length());
    assertThat(server.http(keys).body()).isEqualTo("{\"keys\":[]}");
    assertThat(server.http(METADATA + "/api").status()).isEqualTo(404);
  }

  /** Case O2. */
  @Test
  void wholeFlow_endsWithACallOfATool_asTheAgentThePersonChose() {
    OAuthBrowser browser = browser();
    String client = browser.client("Probe");
    HttpResponse<String> login = browser.authorize(client);
    assertThat(login.body()).contains("Log in to Parley");
    HttpResponse<String> begun = browser.logIn(browser.query(client), "ada", ada);
    assertThat(header(begun, "Location"))
        .isEqualTo(server.at("/oauth/authorize?" + browser.query(client)).toString());
    assertThat(header(begun, "Set-Cookie")).contains("HttpOnly", "SameSite=Strict");
    HttpResponse<String> page = browser.authorize(client);
    assertThat(page.body()).contains("value=\"ada.probe\"", "team:write");
    Map<String, String> back = sentBack(browser.allow(page, "ada.probe", TEAM));
    assertThat(back)
        .containsEntry("state", "s t&<")
        .containsEntry("iss", server.base().toString())
        .containsKey("code");
    HttpResponse<String> answer = browser.exchange(client, back.get("code"));
    JsonNode tokens = json(answer);
    assertThat(tokens.path("token_type").asString()).isEqualTo("Bearer");
    assertThat(tokens.path("expires_in").asInt()).isBetween(3_500, 3_600);
    assertThat(tokens.path("scope").asString()).isEqualTo("team:read team:write");
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
    RawMcp mcp = browser.mcp(tokens.path("access_token").asString()).begin();
    mcp.tool("create_task", "title", "of the client", "priority", "low").accepted();
    assertThat(mcp.tool("get_all_tasks").text()).contains("\"created_by\":\"ada.probe\"");
    assertThat(mcp.tool("list_rooms").code()).isEqualTo("permission_denied");
    String printed = String.join("\n", server.printed());
    for (String secret : List.of("access_token", "refresh_token")) {
      assertThat(printed).doesNotContain(tokens.path(secret).asString());
    }
  }

  /** Case O3. */
  @Test
  void wrongToken_isRefused() {
    OAuthBrowser ofAda = browserOfAda();
    String good =
        ofAda.tokens(ofAda.client("Probe"), "ada.probe", TEAM).path("access_token").asString();
    String secret = "_" + "b".repeat(43);
    for (String token :
        List.of(
            "parley_oa_x",
            "parley_oa_" + "a".repeat(12) + secret,
            good.substring(0, good.length() - secret.length()) + secret,
            good.replace("parley_oa_", "parley_"))) {
      assertThat(browser().mcp(token).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    }
  }

  /** Case O4: the question to one person is not answered by another one, and is used up then. */
  @Test
  void answerOfAnotherPerson_isRefused_andUsesTheQuestionUp() throws Exception {
    OAuthBrowser browser = browserOfAda();
    HttpResponse<String> page = browser.authorize(browser.client("Probe"));
    String bob = maker.token("person", "member", "default", "bob");
    OAuthBrowser other = browser().as("bob", bob);
    HttpResponse<String> foreign = other.allow(page, "bob.probe", TEAM);
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(foreign.headers().firstValue("Location")).isEmpty();
    assertThat(browser.allow(page, "ada.probe", TEAM).statusCode()).isEqualTo(403);
    assertThat(browser().allow(page, "ada.probe", TEAM).statusCode()).isEqualTo(403);
  }

  /** Cases O4 and O5, of the login. */
  @Test
  void wrongLogin_isRefused_andPastTenFromOneAddressNotLookedAt() {
    OAuthBrowser browser = browser();
    HttpResponse<String> wrong = browser.logIn("a=b&c=%22%3E", "ada", "no-such-token");
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(wrong.body()).contains("value=\"a=b&amp;c=%22%3E\"");
    eventually(
        "wrong logins are counted",
        () -> browser.logIn("", "ada", "no-such-token").statusCode() == 429);
    assertThat(browser.logIn("", "ada", ada).statusCode()).as("a right one goes").isEqualTo(303);
  }

  /** Case O5, of answers and of tokens. */
  @Test
  void wrongTicketsCodesAndTokens_arePastTenNotLookedAt() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    int refused = 0;
    HttpResponse<String> last;
    do {
      last = browser.submit(CONSENT, "ticket", "parley_oq_x", "decision", "allow");
      refused++;
    } while (last.statusCode() == 403 && refused < 50);
    assertThat(last.statusCode()).isEqualTo(429);
    assertThat(refused).isBetween(11, 14);
    HttpResponse<String> token = browser.exchange(client, "parley_oc_x");
    assertError(token, 429, "temporarily_unavailable");
    assertThat(header(token, "Retry-After")).matches("\\d+");
    assertThat(browser.tokens(client, "ada.probe", TEAM).path("access_token").asString())
        .as("what is right goes")
        .isNotEmpty();
  }

  /** Case O6. */
  @Test
  void textOfAClient_isEscaped() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("</p><script>alert(1)</script>\"'\u202e&");
    HttpResponse<String> page = browser.authorize(client);
    assertThat(page.body())
        .contains("&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;")
        .doesNotContain("<script", "\u202e");
    HttpResponse<String> again = browser.allow(page, "\"><script>", TEAM);
    assertThat(again.statusCode()).isEqualTo(400);
    assertThat(again.body())
        .contains("value=\"&quot;&gt;&lt;script&gt;\"")
        .doesNotContain("<script");
    HttpResponse<String> unknown = browser.authorize("<script>");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).doesNotContain("<script");
    HttpResponse<String> login = browser().authorize(client, "state", "\"><script>");
    assertThat(login.body()).contains("Log in").doesNotContain("<script");
  }

  /** Case O7. */
  @Test
  void refresh_changesBothTokens_isRepeatedWhenItsAnswerIsLost_andEndsAllWhenItIsOld() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    JsonNode first = browser.tokens(client, "ada.probe", TEAM);
    RawMcp mcp = browser.mcp(first.path("access_token").asString()).begin();
    JsonNode lost = json(browser.refresh(client, first.path("refresh_token").asString()));
    assertThat(mcp.call("ping", null).status()).as("the earlier token").isEqualTo(401);
    JsonNode last = json(browser.refresh(client, first.path("refresh_token").asString()));
    RawMcp same = mcp.header("Authorization", "Bearer " + lost.path("access_token").asString());
    assertThat(same.call("ping", null).status()).as("the lost token").isEqualTo(401);
    for (int i = 0; i < REMEMBERED; i++) {
      last = json(browser.refresh(client, last.path("refresh_token").asString()));
    }
    same = mcp.header("Authorization", "Bearer " + last.path("access_token").asString());
    assertThat(same.call("ping", null).result()).as("the session goes on").isEmpty();
    EventStreamReader stream = same.listen();
    assertThat(stream.status()).isEqualTo(200);
    assertError(
        browser.refresh(client, first.path("refresh_token").asString()), 400, "invalid_grant");
    eventually("the stream of the stolen rights has ended", stream::isEnded);
    assertThat(same.call("ping", null).status()).isEqualTo(401);
    assertError(
        browser.refresh(client, last.path("refresh_token").asString()), 400, "invalid_grant");
  }

  /** Case O8. */
  @Test
  void consentPage_hasItsHeaders_andLeadsWithTheOrigin() {
    OAuthBrowser browser = browserOfAda();
    HttpResponse<String> page = browser.authorize(browser.client("Nice Name"));
    assertThat(header(page, "Content-Security-Policy"))
        .contains(
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self' http://127.0.0.1:4711;")
        .doesNotContain("unsafe", "script-src");
    assertThat(header(page, "X-Frame-Options")).isEqualTo("DENY");
    assertThat(header(page, "Referrer-Policy")).isEqualTo("same-origin");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-store");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.body().indexOf("http://127.0.0.1:4711"))
        .isBetween(1, page.body().indexOf("Nice Name"));
    assertThat(page.body()).contains("Nobody has checked that.");
  }

  /** Case O9, of the bound at the door; the others are tests of the engine. */
  @Test
  void registrations_ofOneAddress_areBounded() {
    OAuthBrowser browser = browser();
    for (int i = 0; i < OAuthServer.REGISTRATIONS_AT_ONCE; i++) {
      assertThat(browser.client("Probe")).matches("[a-z0-9]{16}");
    }
    HttpResponse<String> last = browser.register("{}");
    assertError(last, 429, "temporarily_unavailable");
    assertThat(header(last, "Retry-After")).matches("[1-9]\\d*");
    assertThat(browser().client("Probe")).isNotEmpty();
  }

  /** Case O10. */
  @Test
  void code_isUsedUpByAWrongTry_andScopesDoNotGrow() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    for (List<String> wrong :
        List.of(
            List.of("code_verifier", "w".repeat(43)),
            List.of("redirect_uri", ""),
            List.of("redirect_uri", "http://127.0.0.1:4712/callback"),
            List.of("resource", "https://example.org/mcp"))) {
      String code = browser.code(client, "ada.probe", TEAM);
      assertError(browser.exchange(client, code, wrong.get(0), wrong.get(1)), 400, "invalid_grant");
      assertError(browser.exchange(client, code), 400, "invalid_grant");
    }
    JsonNode tokens = browserOfAda().tokens(client, "ada.probe", "team:read");
    String refresh = tokens.path("refresh_token").asString();
    assertError(browser.refresh(client, refresh, "scope", "team:write"), 400, "invalid_scope");
    assertThat(json(browser.refresh(client, refresh)).path("scope").asString())
        .isEqualTo("team:read");
  }

  @Test
  void request_thatCannotBeTrusted_isNotSentBack() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    for (List<String> wrong :
        List.of(
            List.of("redirect_uri", "http://127.0.0.1:4711/other"),
            List.of("redirect_uri", "http://localhost:4711/callback"),
            List.of("redirect_uri", "https://example.org/callback"),
            List.of("redirect_uri", ""),
            List.of("client_id", "unknown"),
            List.of("client_id", ""))) {
      HttpResponse<String> page = browser.authorize(client, wrong.get(0), wrong.get(1));
      assertThat(page.statusCode()).as(wrong.toString()).isEqualTo(400);
      assertThat(page.headers().firstValue("Location")).as(wrong.toString()).isEmpty();
    }
    String otherPort = "http://127.0.0.1:50123/callback";
    assertThat(browser.authorize(client, "redirect_uri", otherPort).body())
        .contains("http://127.0.0.1:50123");
  }

  @Test
  void request_withAMistake_isSentBackWithItsCode() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    Map<List<String>, String> mistakes =
        Map.of(
            List.of("code_challenge_method", "plain"), "invalid_request",
            List.of("code_challenge", ""), "invalid_request",
            List.of("response_type", "token"), "unsupported_response_type",
            List.of("response_mode", "fragment"), "invalid_request",
            List.of("scope", "admin watch"), "invalid_scope",
            List.of("request_uri", "https://example.org/x"), "request_uri_not_supported",
            List.of("resource", "https://example.org/mcp"), "invalid_target");
    mistakes.forEach(
        (wrong, code) ->
            assertThat(sentBack(browser.authorize(client, wrong.get(0), wrong.get(1))))
                .as(wrong.toString())
                .containsEntry("error", code)
                .containsEntry("state", "s t&<")
                .containsEntry("iss", server.base().toString())
                .doesNotContainKey("code"));
  }

  @Test
  void mistake_thatComesAfterALogin_isSentBackByAPage() {
    OAuthBrowser browser = browserOfAda();
    String query = browser.query(browser.client("Probe"), "scope", "everything");
    HttpResponse<String> page =
        browser.get("/oauth/authorize?" + query, "Sec-Fetch-Site", "same-origin");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("content=\"0;url=" + OAuthBrowser.CALLBACK + "?", "error=invalid_scope&amp;");
  }

  @Test
  void refusal_ofThePerson_isSentBack() {
    OAuthBrowser browser = browserOfAda();
    String ticket = ticket(browser.authorize(browser.client("Probe")));
    assertThat(sentBack(browser.submit(CONSENT, "ticket", ticket, "decision", "refuse")))
        .containsEntry("error", "access_denied")
        .doesNotContainKey("code");
    assertThat(browser.submit(CONSENT, "ticket", ticket, "decision", "refuse").statusCode())
        .isEqualTo(403);
  }

  @Test
  void answer_fromAPageOfAnotherSite_isRefused() {
    OAuthBrowser browser = browserOfAda();
    String ticket = ticket(browser.authorize(browser.client("Probe")));
    assertThat(
            browser
                .post(CONSENT, "ticket", ticket, "agent", "ada.x", "decision", "allow")
                .statusCode())
        .isEqualTo(403);
    HttpResponse<String> crossed =
        browser.get("/oauth/authorize/consent?ticket=" + ticket + "&decision=allow");
    assertThat(crossed.statusCode()).isEqualTo(405);
    HttpResponse<String> back =
        browser()
            .get(
                "/oauth/authorize?" + browser.query(browser().client("Probe")),
                "Sec-Fetch-Site",
                "cross-site");
    assertThat(back.body()).contains("http-equiv=\"refresh\"").doesNotContain("type=\"password\"");
  }

  @Test
  void client_getsNoMoreThanThePersonHas() throws Exception {
    String eve = maker.token("person", "viewer", "default", "eve");
    OAuthBrowser browser = browser().as("eve", eve);
    String client = browser.client("Probe");
    HttpResponse<String> page = browser.authorize(client);
    assertThat(page.body()).contains("team:read").doesNotContain("team:write", "id=\"workspace\"");
    JsonNode tokens =
        json(browser.exchange(client, sentBack(browser.allow(page, "eve.x", TEAM)).get("code")));
    assertThat(tokens.path("scope").asString()).isEqualTo("team:read");
    for (String name : List.of("eve", "EVE", "bob", "*", "eve.*", "")) {
      HttpResponse<String> again = browser.allow(browser.authorize(client), name, TEAM);
      assertThat(again.statusCode()).as(name).isEqualTo(400);
      assertThat(again.body()).as(name).contains("role=\"alert\"");
      assertThat(sentBack(browser.allow(again, "eve.x", TEAM))).containsKey("code");
    }
    HttpResponse<String> nothing = browser.allow(browser.authorize(client), "eve.x");
    assertThat(nothing.statusCode()).as("no scope").isEqualTo(400);
  }

  @Test
  void owner_choosesAnyNameAndWorkspace() throws Exception {
    OAuthBrowser browser = browser().as("olga", maker.owner());
    String client = browser.client("Probe");
    String ticket = ticket(browser.authorize(client));
    HttpResponse<String> allowed =
        browser.submit(
            CONSENT,
            "ticket",
            ticket,
            "agent",
            "carl.*",
            "workspace",
            "shop",
            "scope",
            "team:write",
            "decision",
            "allow");
    JsonNode tokens = json(browser.exchange(client, sentBack(allowed).get("code")));
    RawMcp mcp = browser.mcp(tokens.path("access_token").asString()).begin();
    mcp.tool("create_task", "title", "t", "priority", "low", "agent_id", "carl.fe").accepted();
    assertThat(mcp.tool("get_all_tasks").text()).contains("\"created_by\":\"carl.fe\"");
    String id = tokens.path("access_token").asString().split("_", -1)[2];
    assertThat(maker.send(maker.owner(), "GET", "/" + id, Map.of()).body())
        .contains("\"workspace\":\"shop\"", "\"names\":\"carl.*\"");
  }

  @Test
  void revoke_endsTheRights_andTheirSessions() {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Probe");
    JsonNode tokens = browser.tokens(client, "ada.probe", TEAM);
    String access = tokens.path("access_token").asString();
    RawMcp mcp = browser.mcp(access).begin();
    EventStreamReader stream = mcp.listen();
    assertThat(browser.post("/oauth/revoke", "client_id", "x", "token", access).statusCode())
        .isEqualTo(200);
    assertThat(mcp.call("ping", null).result()).isEmpty();
    assertThat(browser.post("/oauth/revoke", "client_id", client, "token", access).statusCode())
        .isEqualTo(200);
    eventually("the stream has ended", stream::isEnded);
    assertThat(mcp.call("ping", null).status()).isEqualTo(401);
    assertError(browser.post("/oauth/revoke", "client_id", client), 400, "invalid_request");
  }

  @Test
  void administrator_seesAndRevokesWhatWasAllowed_andTheAuditHasIt() throws Exception {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Seen by all");
    JsonNode tokens = browser.tokens(client, "ada.seen", TEAM);
    RawMcp mcp = browser.mcp(tokens.path("access_token").asString()).begin();
    String id = tokens.path("access_token").asString().split("_", -1)[2];
    HttpResponse<String> shown = maker.send(maker.owner(), "GET", "/" + id, Map.of());
    assertThat(shown.body()).contains("Seen by all", "ada.seen", "\"createdBy\":\"ada\"");
    assertThat(maker.send(maker.owner(), "DELETE", "/" + id, Map.of()).statusCode()).isEqualTo(200);
    assertThat(mcp.call("ping", null).status()).isEqualTo(401);
    assertError(
        browser.refresh(client, tokens.path("refresh_token").asString()), 400, "invalid_grant");
    eventually(
        "the audit has both",
        () -> {
          String audit = audit();
          return audit.contains("consent.allow")
              && audit.contains("client " + client + " at http://127.0.0.1:4711 as ada.seen with")
              && audit.contains("credential " + id + " by its client");
        });
  }

  @Test
  void person_seesAndEndsWhatTheyAllowed_andNobodyElseDoes() throws Exception {
    OAuthBrowser browser = browserOfAda();
    String client = browser.client("Ended by ada");
    JsonNode tokens = browser.tokens(client, "ada.ended", TEAM);
    RawMcp mcp = browser.mcp(tokens.path("access_token").asString()).begin();
    EventStreamReader stream = mcp.listen();
    String id = tokens.path("access_token").asString().split("_", -1)[2];
    PageClient page = PageClient.loggedIn(server.base(), Map.of("token", ada));
    JsonNode own = consent(page, id);
    assertThat(own.path("client").asString()).isEqualTo(client);
    assertThat(own.path("label").asString()).isEqualTo("Ended by ada");
    assertThat(own.path("names").asString()).isEqualTo("ada.ended");
    String bob = maker.token("person", "admin", "default", "bob");
    String elsewhere = maker.token("person", "member", "shop", "ada");
    for (String token : List.of(bob, elsewhere)) {
      PageClient other = PageClient.loggedIn(server.base(), Map.of("token", token));
      assertThat(consent(other, id).isMissingNode()).isTrue();
      assertThat(other.status("DELETE", "/api/consents/" + id)).isEqualTo(404);
    }
    assertThat(mcp.call("ping", null).result()).isEmpty();
    assertThat(page.status("DELETE", "/api/consents/" + id)).isEqualTo(204);
    eventually("the stream has ended", stream::isEnded);
    assertThat(mcp.call("ping", null).status()).isEqualTo(401);
    assertError(
        browser.refresh(client, tokens.path("refresh_token").asString()), 400, "invalid_grant");
    assertThat(consent(page, id).isMissingNode()).isTrue();
    assertThat(page.status("DELETE", "/api/consents/" + id)).isEqualTo(404);
    eventually(
        "the audit has it",
        () -> audit().contains("credential " + id + " by the person who allowed it"));
  }

  private static JsonNode consent(PageClient page, String id) {
    for (JsonNode item : page.get("/api/consents").json().path("items")) {
      if (item.path("id").asString().equals(id)) {
        return item;
      }
    }
    return MissingNode.getInstance();
  }

  @Test
  void credentialOfAClient_isGivenNoSecretOfItsOwn() throws Exception {
    OAuthBrowser browser = browserOfAda();
    JsonNode tokens = browser.tokens(browser.client("Probe"), "ada.probe", TEAM);
    String id = tokens.path("access_token").asString().split("_", -1)[2];
    HttpResponse<String> refused =
        maker.send(maker.owner(), "POST", "/" + id + "/rotate", Map.of());
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("an OAuth client has it").doesNotContain("parley_");
    RawMcp mcp = browser.mcp(tokens.path("access_token").asString()).begin();
    assertThat(mcp.call("ping", null).result()).isEmpty();
  }

  private static String audit() {
    return RawMcp.at(server.at("/api/audit?limit=100"))
        .header("Authorization", "Bearer " + maker.owner())
        .get()
        .body();
  }

  @Test
  void client_withADocument_needsNoRegistration() {
    String id = documents.url("/client.json");
    documents.document(
        "/client.json",
        "{\"client_id\":\""
            + id
            + "\",\"client_name\":\"Documented\",\"redirect_uris\":[\""
            + CALLBACK
            + "\"]}");
    OAuthBrowser browser = browser();
    assertThat(browser.authorize(id).body()).contains("Log in");
    assertThat(documents.asked()).as("a stranger has nothing read").isEmpty();
    OAuthBrowser ofAda = browserOfAda();
    assertThat(ofAda.authorize(id).body()).contains("Documented", "Its description is at " + id);
    JsonNode tokens = ofAda.tokens(id, "ada.documented", TEAM);
    RawMcp mcp = ofAda.mcp(tokens.path("access_token").asString()).begin();
    assertThat(mcp.call("ping", null).result()).isEmpty();
    assertThat(ofAda.refresh(id, tokens.path("refresh_token").asString()).statusCode())
        .isEqualTo(200);
    assertThat(ofAda.authorize(documents.url("/absent.json")).statusCode()).isEqualTo(400);
  }

  @Test
  void registration_withAMistake_isRefused() {
    OAuthBrowser browser = browser();
    assertError(browser.register("{}"), 400, "invalid_redirect_uri");
    assertError(browser.register("["), 400, "invalid_client_metadata");
    assertError(
        browser.register("{\"redirect_uris\":[\"javascript:alert(1)\"]}"),
        400,
        "invalid_redirect_uri");
    assertError(
        browser.register(
            "{\"redirect_uris\":[\"" + CALLBACK + "\"],\"grant_types\":[\"client_credentials\"]}"),
        400,
        "invalid_client_metadata");
    assertError(
        browser.register("{\"x\":\"" + "x".repeat(FormBody.MAX_BYTES) + "\"}"),
        413,
        "invalid_request");
    assertError(browser.exchange("nobody", "parley_oc_x"), 401, "invalid_client");
    assertError(
        browser.post("/oauth/token", "grant_type", "password", "client_id", "x"),
        400,
        "invalid_request");
  }

  @Test
  void bothIssuers_orASettingWithoutItsSwitch_keepTheServerFromStarting() {
    assertThat(
            RunningServer.launch()
                .with("--oauth", "--oidc-issuer", "https://issuer.invalid", "--oidc-audience", "x")
                .refused()
                .printed())
        .contains("--oauth and --oidc-issuer exclude each other");
    assertThat(RunningServer.launch().with("--oauth-access", "5m").refused().printed())
        .contains("--oauth-access needs --oauth");
  }
}
