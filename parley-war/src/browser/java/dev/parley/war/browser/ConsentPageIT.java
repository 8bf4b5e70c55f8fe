package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.OAuthBrowser;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A person lets a program act for them. The server is at {@code localhost} and the site of the
 * program at {@code 127.0.0.1}, so the browser withholds the cookies it has to, and obeys the
 * content security policy of the pages when it is sent from one to the other.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class ConsentPageIT {
  private static final String ADA = "ada";

  private static RunningServer server;
  private static URI site;
  private static ClientPage client;
  private static Chromium chromium;
  private static OAuthBrowser program;
  private static String clientId;
  private static String ada;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.launch().with("--oauth").start();
    ada = CredentialMaker.of(server).token("person", "member", "default", ADA);
    client = ClientPage.start();
    chromium = Chromium.start();
    site = URI.create("http://localhost:" + server.port());
    program = new OAuthBrowser(site, "127.0.0.1");
    clientId = program.client("Probe");
  }

  @AfterAll
  static void stop() {
    chromium.close();
    client.close();
    server.close();
  }

  /** The site of the client in a window, with a link to the authorization server. */
  private static OpenPage atClient(Look look, String... parameters) {
    String[] all = new String[parameters.length + 2];
    all[0] = "redirect_uri";
    all[1] = client.callback();
    System.arraycopy(parameters, 0, all, 2, parameters.length);
    client.linkTo(site + "/oauth/authorize?" + program.query(clientId, all));
    OpenPage page = new OpenPage(look.in(chromium), client.base());
    page.page().navigate(client.base());
    return page;
  }

  private static void connect(OpenPage page) {
    page.page().getByRole(AriaRole.LINK, named("Connect")).click();
  }

  private static void logIn(OpenPage page) {
    page.page().getByLabel("Your name").fill(ADA);
    page.page().getByLabel("Token of this server").fill(ada);
    page.page().getByRole(AriaRole.BUTTON, named("Log in")).click();
  }

  private static void press(OpenPage page, String button) {
    page.page().getByRole(AriaRole.BUTTON, named(button)).click();
  }

  private static Map<String, String> isBack(OpenPage page) {
    page.page().getByText("Back at the client").waitFor();
    return client.sentBack();
  }

  @Test
  void person_logsIn_allows_andTheProgramActs_andNeedsNoSecondLogin() {
    try (OpenPage page = atClient(Look.LIGHT)) {
      connect(page);
      page.page().getByLabel("Your name").waitFor();
      page.isAccessible("login of the consent page");
      page.screenshot("consent-login");
      logIn(page);
      page.page().getByText("http://127.0.0.1").waitFor();
      page.isAccessible("consent page");
      page.screenshot("consent");
      press(page, "Allow");
      Map<String, String> back = isBack(page);
      assertThat(back).containsEntry("state", "s t&<").containsKey("code");
      assertThat(actsAs(back.get("code"))).contains("\"created_by\":\"ada.probe\"");

      page.page().navigate(client.base());
      connect(page);
      press(page, "Allow");
      assertThat(isBack(page)).containsKey("code");
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static String actsAs(String code) {
    HttpResponse<String> answer =
        program.exchange(clientId, code, "redirect_uri", client.callback());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String access = OAuthBrowser.json(answer).path("access_token").asString();
    RawMcp mcp = program.mcp(access).begin();
    mcp.tool("create_task", "title", "of the program", "priority", "low").accepted();
    return mcp.tool("get_all_tasks").text();
  }

  @Test
  void refusal_andAMistakeInTheName_onAPhone() {
    try (OpenPage page = atClient(Look.PHONE_DARK)) {
      connect(page);
      logIn(page);
      page.page().getByLabel("It acts as the agent").fill("somebody else");
      press(page, "Allow");
      page.page().getByRole(AriaRole.ALERT).waitFor();
      page.isAccessible("consent page with a mistake, phone");
      page.screenshot("consent-mistake-phone-dark");
      press(page, "Refuse");
      assertThat(isBack(page))
          .containsEntry("error", "access_denied")
          .containsEntry("state", "s t&<");
      // a page with status 400 is an error on the console
      assertThat(page.complaints()).allMatch(complaint -> complaint.contains("400"));
    }
  }

  /** The chain of redirects that begins with the form of the login ends at another site. */
  @Test
  void mistakeOfTheProgram_isSentBackRightAfterTheLogin() {
    try (OpenPage page = atClient(Look.LIGHT, "scope", "everything")) {
      connect(page);
      logIn(page);
      assertThat(isBack(page))
          .containsEntry("error", "invalid_scope")
          .containsEntry("state", "s t&<");
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
