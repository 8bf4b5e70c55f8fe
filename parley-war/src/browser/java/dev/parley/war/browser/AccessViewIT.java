package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.parley.credential.Scope;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.OAuthBrowser;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The life of a credential at the page, and what its token opens meanwhile. */
@Tag("browser")
@ExtendWith(Chromium.class)
class AccessViewIT {
  private static final String TOKEN = "the-token-of-the-deployer";
  private static final String UNVERIFIED = "unverified";
  private static final String SHOWN_ONCE = "The token, shown this one time";

  @Test
  void credential_isCreatedChangedAndRevoked(@TempDir Path data) {
    try (OneFile place = OneFile.closed(data, TOKEN);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.at("access").shows("No credential yet");
      page.main().getByRole(AriaRole.BUTTON, named("Credential")).click();
      Locator dialog = page.page().locator("dialog[open]");
      dialog.getByLabel("Name").fill("no name!");
      dialog.getByRole(AriaRole.BUTTON, named("Create")).click();
      dialog.getByRole(AriaRole.ALERT).waitFor();
      assertThat(dialog.getByRole(AriaRole.ALERT).innerText()).contains("names");
      dialog.getByLabel("Name").fill("otter.*");
      dialog.getByLabel("Label").fill("Laptop of the otter");
      page.isAccessible("form of a credential");
      page.screenshot("access-new-light");
      String first = issued(dialog, "Create");
      page.isAccessible("token");
      page.screenshot("access-token-light");
      dialog.getByRole(AriaRole.BUTTON, named("Done")).click();
      assertThat(initialize(place, first, "otter.fe").status()).isEqualTo(200);
      assertThat(initialize(place, first, "badger").body()).contains("otter.*");
      page.at("rooms").at("access").shows("Laptop of the otter").shows("last used");
      page.isAccessible("credentials");
      page.screenshot("access-light");

      press(page, "Scopes");
      dialog.locator("[name=scope]").first().waitFor();
      assertThat(dialog.locator("[name=scope]").evaluateAll("all => all.map(one => one.value)"))
          .isEqualTo(Arrays.stream(Scope.values()).map(Scope::wireName).toList());
      dialog.getByLabel("Post to topics").uncheck();
      dialog.getByRole(AriaRole.BUTTON, named("Save")).click();
      page.shows("6 of 8 scopes");

      press(page, "New secret");
      String second = issued(dialog, "New secret");
      dialog.getByRole(AriaRole.BUTTON, named("Done")).click();
      assertThat(initialize(place, first, "otter").status()).isEqualTo(401);
      assertThat(initialize(place, second, "otter").status()).isEqualTo(200);

      press(page, "Revoke");
      page.screenshot("access-revoke-light");
      dialog.getByRole(AriaRole.BUTTON, named("Revoke")).click();
      page.main().locator("[data-state=revoked]").waitFor();
      assertThat(initialize(place, second, "otter").status()).isEqualTo(401);
    }
  }

  /** The login that creates the first credential of an open server ends with it. */
  @Test
  void firstCredential_isShownThoughTheLoginEndsWithIt(@TempDir Path data) {
    try (OneFile place = OneFile.start(data);
        Chromium chromium = Chromium.start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      post(RawMcp.at(place.at("/mcp")), "said by a chosen name");
      page.at("rooms/mixed").shows("said by a chosen name");
      assertThat(page.main().getByText(UNVERIFIED).count()).isZero();
      page.at("access").shows("No credential yet");
      page.main().getByRole(AriaRole.BUTTON, named("Credential")).click();
      Locator dialog = page.page().locator("dialog[open]");
      dialog.getByLabel("For").selectOption("admin");
      dialog.getByLabel("Name").fill("ana.*");
      String token = issued(dialog, "Create");
      page.page().getByText("You were logged out.").waitFor();
      assertThat(dialog.getByLabel(SHOWN_ONCE).inputValue()).isEqualTo(token);
      page.isAccessible("token over the login");
      page.screenshot("access-first-light");
      dialog.getByRole(AriaRole.BUTTON, named("Done")).click();
      dialog.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
      page.page().locator("#token").fill(token);
      page.page().locator("#name").fill("ana");
      page.page().getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log in")).click();
      page.live();
      assertThat(page.page().locator(".account").first().innerText()).contains("ana");
      post(client(place, token).header("Parley-Agent", "ana.fe"), "said by right");
      for (String view : List.of("rooms/mixed", "now", "search?q=said")) {
        page.at(view).shows("said by right").shows("said by a chosen name");
        assertThat(page.main().getByText(UNVERIFIED).count()).as(view).isEqualTo(1);
        assertThat(marked(page)).as(view).contains("said by a chosen name");
        page.isAccessible("mark of a chosen name in " + view);
      }
    }
  }

  private static void post(RawMcp agent, String words) {
    try (RawMcp opened = agent.begin()) {
      opened.tool("parley_post", "topic", "mixed", "content", words).accepted();
    }
  }

  /** Returns the text of the row with the mark. */
  private static String marked(OpenPage page) {
    return page.main().getByText(UNVERIFIED).locator("xpath=ancestor::*[self::li][1]").innerText();
  }

  /** Somebody who administers nothing sees the programs they allowed, and ends them. */
  @Test
  void program_isListedForThePersonWhoAllowedIt_andEnded(@TempDir Path data) throws Exception {
    try (OneFile place = OneFile.closed(data, TOKEN, "--oauth");
        Chromium chromium = Chromium.start()) {
      String guest =
          CredentialMaker.of(place.server()).token("person", "member", "default", "guest");
      OAuthBrowser client = new OAuthBrowser(place.base(), "127.0.0.1").as("guest", guest);
      JsonNode tokens =
          client.tokens(client.client("Probe of the otter"), "guest.probe", "team:read");
      String access = tokens.path("access_token").asString();
      assertThat(client.mcp(access).initialize(RawMcp.VERSION).status()).isEqualTo(200);
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, guest)) {
        page.at("access").shows("Probe of the otter").shows("guest.probe");
        page.isAccessible("programs");
        page.screenshot("access-programs-light");
        press(page, "End");
        Locator dialog = page.page().locator("dialog[open]");
        dialog.getByRole(AriaRole.BUTTON, named("End")).click();
        page.shows("No program acts for you");
        assertThat(page.complaints()).isEmpty();
      }
      assertThat(client.mcp(access).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    }
  }

  private static void press(OpenPage page, String button) {
    page.main().getByRole(AriaRole.BUTTON, named(button)).click();
  }

  /** Presses the button, and returns the token that is shown. */
  private static String issued(Locator dialog, String button) {
    dialog.getByRole(AriaRole.BUTTON, named(button)).click();
    Locator token = dialog.getByLabel(SHOWN_ONCE);
    token.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.VISIBLE));
    assertThat(token.inputValue()).startsWith("parley_");
    return token.inputValue();
  }

  private static Reply initialize(Place place, String token, String agent) {
    try (RawMcp client = client(place, token).header("Parley-Agent", agent)) {
      return client.initialize(RawMcp.VERSION);
    }
  }

  private static RawMcp client(Place place, String token) {
    return RawMcp.at(place.at("/mcp")).header("Authorization", "Bearer " + token);
  }
}
