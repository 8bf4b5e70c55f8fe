package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.Browser;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestAuthorization;
import dev.parley.war.testing.TestIssuer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** People log in at the page with an issuer in this process. Each comes from another address. */
class IssuerLoginIT {
  private static final String LOGIN = "/api/login/oidc";
  private static final String CALLBACK = LOGIN + "/callback";
  private static final AtomicInteger ADDRESS = new AtomicInteger(1);

  @TempDir static Path folder;
  private static TestIssuer issuer;
  private static TestAuthorization authorization;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    Path secret = folder.resolve("client.secret");
    Files.createFile(
        secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secret, TestAuthorization.SECRET + "\n");
    issuer = TestIssuer.start();
    authorization = TestAuthorization.of(issuer);
    authorization.confidential();
    authorization.describe("authorization_response_iss_parameter_supported", true);
    authorization.describe("end_session_endpoint", issuer.url() + "/logout");
    server =
        RunningServer.launch()
            .with("--oidc-issuer", issuer.url(), "--oidc-audience", TestIssuer.AUDIENCE)
            .with("--oidc-client-id", TestAuthorization.CLIENT)
            .with("--oidc-client-secret-file", secret.toString())
            .with("--oidc-label", "Example <ID>", "--oidc-role-claim", "roles")
            .with("--trust-proxy", "127.0.0.0/8")
            .start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
    issuer.close();
  }

  private static Browser browser() {
    return new Browser("X-Forwarded-For", "10.1.0." + ADDRESS.getAndIncrement());
  }

  /** Lets this person with these roles be the one who logs in. */
  private static void person(String name, String... roles) {
    authorization.person(name);
    authorization.signing(
        claims -> Optional.of(issuer.sign(claims.claim("roles", List.of(roles)))));
  }

  /** Begins a login and returns the address that the issuer sends the browser back to. */
  private static URI answered(Browser browser) {
    Reply begun = browser.get(server.at(LOGIN));
    assertThat(begun.status()).isEqualTo(302);
    return Browser.redirect(browser.arrive(Browser.redirect(begun)));
  }

  private static Browser loggedIn(String name, String... roles) {
    person(name, roles);
    Browser browser = browser();
    Reply reply = browser.arrive(answered(browser));
    assertThat(reply.status()).as(reply.body()).isEqualTo(302);
    assertThat(Browser.redirect(reply)).isEqualTo(server.at("/"));
    return browser;
  }

  private static JsonNode me(Browser browser) {
    return browser.get(server.at("/api/me")).json();
  }

  private static void assertRefused(Reply reply, int status, String text) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.header("Content-Type").orElse("")).startsWith("text/html");
    assertThat(reply.header("Content-Security-Policy").orElse("")).contains("default-src 'none'");
    assertThat(reply.body()).contains("You are not logged in", text);
    assertThat(reply.headers().allValues("Set-Cookie"))
        .noneMatch(cookie -> cookie.startsWith("parley-" + server.port()));
  }

  @Test
  void person_logsIn_andMayDoWhatTheRoleMay() {
    JsonNode stranger = me(browser());
    assertThat(stranger.path("issuer").asString()).isEqualTo("Example <ID>");
    assertThat(stranger.path("endSession").isNull()).isTrue();
    assertThat(stranger.path("needsToken").asBoolean()).isTrue();
    Browser ada = loggedIn("ada", "lead");
    JsonNode me = me(ada);
    assertThat(me.path("name").asString()).isEqualTo("ada");
    assertThat(me.path("role").asString()).isEqualTo("lead");
    assertThat(me.path("may").toString()).isEqualTo("[\"talk\",\"work\",\"lead\"]");
    assertThat(me.path("endSession").asString())
        .isEqualTo(issuer.url() + "/logout?client_id=parley+page");
    URI messages = server.at("/api/rooms/planning/messages");
    assertThat(ada.post(messages, "{\"text\":\"hello\"}").status()).isBetween(200, 299);
    Browser vic = loggedIn("vic", "viewer");
    assertThat(me(vic).path("may")).isEmpty();
    assertThat(vic.get(server.at("/api/rooms")).status()).isEqualTo(200);
    assertThat(vic.post(messages, "{\"text\":\"hello\"}").status()).isEqualTo(403);
    assertThat(ada.get(server.at("/api/credentials")).status()).isEqualTo(403);
    assertThat(loggedIn("cleo", "admin").get(server.at("/api/credentials")).status())
        .isEqualTo(200);
  }

  @Test
  void cookies_areOutOfReachOfScriptsAndOtherSites() {
    person("ada");
    Browser browser = browser();
    Reply begun = browser.get(server.at(LOGIN));
    assertThat(begun.header("Set-Cookie").orElse(""))
        .startsWith("parley-oidc-" + server.port() + "=")
        .contains("HttpOnly", "SameSite=Lax", "Path=" + LOGIN, "Max-Age=600")
        .doesNotContain("Secure");
    assertThat(begun.header("Cache-Control").orElse("")).contains("no-store");
    Reply done = browser.arrive(Browser.redirect(browser.arrive(Browser.redirect(begun))));
    List<String> set = done.headers().allValues("Set-Cookie");
    assertThat(set)
        .anySatisfy(
            cookie ->
                assertThat(cookie)
                    .startsWith("parley-" + server.port() + "=oidc.")
                    .contains("HttpOnly", "SameSite=Strict", "Path=/")
                    .containsPattern("Max-Age=431\\d\\d;?"))
        .anySatisfy(
            cookie ->
                assertThat(cookie)
                    .startsWith("parley-oidc-" + server.port())
                    .contains("Max-Age=0"));
    assertThat(done.header("Referrer-Policy")).contains("no-referrer");
    assertThat(browser.cookie("parley-oidc-" + server.port())).isEmpty();
    Reply behindTls =
        new Browser("X-Forwarded-For", "10.2.0.1", "X-Forwarded-Proto", "https")
            .get(server.at(LOGIN));
    assertThat(behindTls.header("Set-Cookie").orElse("")).contains("Secure");
    assertThat(query(Browser.redirect(behindTls)).get("redirect_uri")).startsWith("https://");
  }

  private static Map<String, String> query(URI address) {
    return TestAuthorization.fields(address.getRawQuery());
  }

  @Test
  void logout_endsTheLogin_andItsCookieIsNone() {
    Browser ada = loggedIn("ada");
    String name = "parley-" + server.port();
    String cookie = ada.cookie(name);
    assertThat(ada.post(server.at("/api/logout"), "{}").status()).isEqualTo(204);
    assertThat(me(ada).path("name").isNull()).isTrue();
    ada.put(name, cookie);
    assertThat(me(ada).path("name").isNull()).isTrue();
  }

  @Test
  void answer_isGoodOnce_inTheBrowserThatBeganIt() {
    person("ada");
    Browser browser = browser();
    Reply begun = browser.get(server.at(LOGIN));
    String pending = "parley-oidc-" + server.port();
    String cookie = browser.cookie(pending);
    URI answer = Browser.redirect(browser.arrive(Browser.redirect(begun)));
    assertRefused(browser().arrive(answer), 400, "This browser did not begin this login");
    assertThat(browser.arrive(answer).status()).isEqualTo(302);
    assertRefused(browser.arrive(answer), 400, "This browser did not begin this login");
    browser.put(pending, cookie);
    assertRefused(browser.arrive(answer), 400, "This browser did not begin this login");
    Browser again = browser();
    URI fresh = Browser.redirect(again.get(server.at(LOGIN)));
    URI replayed =
        server.at(
            CALLBACK
                + "?state="
                + query(fresh).get("state")
                + "&iss="
                + issuer.url()
                + "&code="
                + query(answer).get("code"));
    assertRefused(again.arrive(replayed), 403, "This login is not good here");
  }

  @Test
  void state_ofAnotherLogin_isRefused_andTheOwnOneIsStillGood() {
    person("ada");
    Browser browser = browser();
    URI answer = answered(browser);
    String wrong = answer.toString().replaceFirst("state=[^&]+", "state=" + "A".repeat(43));
    assertRefused(browser.arrive(URI.create(wrong)), 400, "This browser did not begin");
    String twice = answer + "&state=" + query(answer).get("state");
    assertRefused(browser.arrive(URI.create(twice)), 400, "says something twice");
    assertThat(browser.arrive(answer).status()).isEqualTo(302);
  }

  @Test
  void answer_inTheNameOfAnotherIssuerOrOfNone_isRefused() {
    person("ada");
    for (String changed : List.of("&iss=http%3A%2F%2F127.0.0.1%3A1", "")) {
      Browser browser = browser();
      String answer = answered(browser).toString().replaceFirst("&iss=[^&]+", changed);
      assertRefused(browser.arrive(URI.create(answer)), 403, "This login is not good here");
    }
  }

  @Test
  void errorOfTheIssuer_isShownAsText_toTheBrowserThatBegan() {
    String hostile =
        "&error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E%0D%0Ax";
    Browser browser = browser();
    String state = query(Browser.redirect(browser.get(server.at(LOGIN)))).get("state");
    String answer = CALLBACK + "?state=" + state + "&iss=" + issuer.url() + hostile;
    Reply other = browser().arrive(server.at(answer));
    assertRefused(other, 400, "This browser did not begin");
    assertThat(other.body()).doesNotContain("alert(", "access_denied");
    Reply shown = browser.arrive(server.at(answer));
    assertRefused(
        shown, 403, "Example &lt;ID&gt; did not log you in: access_denied: &lt;script&gt;alert(1)");
    assertThat(shown.body()).doesNotContain("<script");
    assertThat(shown.headers().map().toString()).doesNotContain("alert");
  }

  @Test
  void login_thatAnotherSiteBegins_isRefused_andNothingSendsThePersonElsewhere() {
    Reply foreign =
        new Browser("Sec-Fetch-Site", "cross-site")
            .get(server.at(LOGIN + "?return=//evil.example"));
    assertThat(foreign.status()).isEqualTo(403);
    assertThat(foreign.json().path("code").asString()).isEqualTo("foreign_site");
    assertThat(foreign.header("Location")).isEmpty();
    for (String site : List.of("same-origin", "none")) {
      Reply own =
          new Browser("Sec-Fetch-Site", site).get(server.at(LOGIN + "?return=//evil.example"));
      assertThat(own.status()).isEqualTo(302);
      URI address = Browser.redirect(own);
      assertThat(address.toString()).startsWith(issuer.url() + "/authorize?");
      assertThat(query(address).get("redirect_uri")).isEqualTo(server.at(CALLBACK).toString());
      assertThat(address.toString()).doesNotContain("evil");
    }
    person("ada");
    Browser browser = browser();
    URI answer =
        URI.create(answered(browser) + "&return=//evil.example&redirect_uri=//evil.example");
    assertThat(Browser.redirect(browser.arrive(answer))).isEqualTo(server.at("/"));
  }

  @Test
  void failedLogins_areCountedByAddress_andAGoodOneIsNotHeldBack() {
    Browser browser = browser();
    URI wrong = server.at(CALLBACK + "?state=x&code=y");
    for (int i = 0; i < 10; i++) {
      assertThat(browser.arrive(wrong).status()).as("try " + i).isEqualTo(400);
    }
    Reply past = browser.arrive(wrong);
    assertRefused(past, 429, "Too many logins");
    assertThat(Integer.parseInt(past.header("Retry-After").orElse("0"))).isBetween(1, 6);
    assertThat(browser().arrive(wrong).status()).isEqualTo(400);
    person("ada");
    assertThat(browser.arrive(answered(browser)).status()).isEqualTo(302);
  }

  @Test
  void personThatThePageDoesNotTake_isRefusedInWords() {
    person("ada.lovelace");
    Browser browser = browser();
    assertRefused(browser.arrive(answered(browser)), 403, "yours is ada.lovelace");
    person("service-account-build");
    Browser program = browser();
    assertRefused(program.arrive(answered(program)), 403, "the page is for people");
  }

  @Test
  void logins_areAudited_withThePersonAndTheRefusal() throws Exception {
    CredentialMaker maker = CredentialMaker.of(server);
    loggedIn("aud-it");
    Browser denied = browser();
    String state = query(Browser.redirect(denied.get(server.at(LOGIN)))).get("state");
    denied.arrive(server.at(CALLBACK + "?state=" + state + "&iss=" + issuer.url() + "&error=no"));
    eventually(
        "the entries are stored",
        () ->
            entries(maker, "login.begin").contains("\"actor\":\"aud-it\"")
                && entries(maker, "access.refused").contains("issuer_error"));
    assertThat(String.join("\n", server.printed()))
        .doesNotContain(TestAuthorization.SECRET)
        .doesNotContain("code_verifier");
  }

  private static String entries(CredentialMaker maker, String action) {
    return RawMcp.at(server.at("/api/audit?action=" + action))
        .header("Authorization", "Bearer " + maker.owner())
        .get()
        .body();
  }
}
