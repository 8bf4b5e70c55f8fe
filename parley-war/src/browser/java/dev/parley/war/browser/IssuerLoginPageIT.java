package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.TestAuthorization;
import dev.parley.war.testing.TestIssuer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A person logs in with the issuer, which is another site: the page is at {@code localhost} and the
 * issuer at {@code 127.0.0.1}, so the browser withholds the cookies it has to.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class IssuerLoginPageIT {
  private static final String LABEL = "Example ID";
  private static final String LOG_IN = "Log in with " + LABEL;

  @Test
  void person_logsIn_comesBackToTheView_andLogsOut() {
    try (TestIssuer issuer = TestIssuer.start()) {
      TestAuthorization authorization = TestAuthorization.of(issuer);
      authorization.describe("end_session_endpoint", issuer.url() + "/logout");
      try (RunningServer server = started(issuer);
          Chromium chromium = Chromium.start()) {
        String base = "http://localhost:" + server.port();
        for (Look look : List.of(Look.LIGHT, Look.PHONE_DARK)) {
          try (OpenPage page = new OpenPage(look.in(chromium), base)) {
            isOffered(page, look, base);
          }
        }
        try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), base)) {
          logsInAndOut(page, base);
        }
      }
    }
  }

  private static void isOffered(OpenPage page, Look look, String base) {
    page.page().navigate(base + "/");
    page.page().getByRole(AriaRole.LINK, named(LOG_IN)).waitFor();
    page.isAccessible("login with an issuer, " + look);
    page.screenshot("login-issuer-" + look);
  }

  private static void logsInAndOut(OpenPage page, String base) {
    page.page().navigate(base + "/#/health");
    page.page().getByRole(AriaRole.LINK, named(LOG_IN)).click();
    page.page().waitForURL(url -> url.equals(base + "/#/health"));
    page.live();
    page.becomes("fetch('api/me').then(me => me.json()).then(me => me.name === 'ada')");
    page.page().reload();
    page.live();
    page.page().locator("button.account").click();
    page.page().getByRole(AriaRole.BUTTON, named("Log out")).click();
    page.page().getByText("still logged in with").waitFor();
    assertThat(
            page.page().getByRole(AriaRole.LINK, named("Log out there, too")).getAttribute("href"))
        .endsWith("/logout?client_id=parley+page");
    page.isAccessible("logged out");
    page.screenshot("logged-out-issuer");
    assertThat(page.complaints()).isEmpty();
  }

  private static RunningServer started(TestIssuer issuer) {
    return RunningServer.start(
        "--oidc-issuer",
        issuer.url(),
        "--oidc-audience",
        TestIssuer.AUDIENCE,
        "--oidc-client-id",
        TestAuthorization.CLIENT,
        "--oidc-label",
        LABEL);
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
