package dev.parley.war.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.parley.war.testing.RawMcp;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A person goes from one workspace to another, and takes nothing along. */
@Tag("browser")
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
class WorkspaceSwitchIT {
  private static final Pattern IN_RED = Pattern.compile("^.* · red · Parley$");
  private static final Pattern IN_DEFAULT = Pattern.compile("^[^·]* · Parley$");
  private static final String CHOICE = ".side [data-workspace]";

  private Place place;
  private RawMcp here;
  private RawMcp there;
  private Chromium chromium;

  /** Two rooms of one name. */
  @BeforeAll
  void begin(@TempDir Path data) {
    place = OneFile.start(data);
    here = saying("default", "words of the default one");
    there = saying("red", "words of the red one");
    chromium = Chromium.start();
  }

  @AfterAll
  void stop() {
    chromium.close();
    here.close();
    there.close();
    place.close();
  }

  private RawMcp saying(String workspace, String words) {
    RawMcp agent =
        RawMcp.at(place.at("/mcp"))
            .header("Parley-Agent", "of-" + workspace)
            .header("Parley-Workspace", workspace)
            .begin();
    agent.tool("parley_post", "topic", "planning", "content", words).accepted();
    return agent;
  }

  @Test
  void choice_goesToTheOtherWorkspace_byPointerAndByKey_andNothingOfTheFirstIsLeft() {
    for (Look look : new Look[] {Look.LIGHT, Look.DARK}) {
      try (OpenPage page = new OpenPage(look.in(chromium), place)) {
        page.at("rooms/planning").shows("words of the default one");
        Locator choice = page.page().locator(CHOICE);
        choice.waitFor();
        assertThat(page.page().getByLabel("Workspace")).hasCount(1);
        assertThat(page.page()).hasTitle(IN_DEFAULT);
        page.main().getByRole(AriaRole.TEXTBOX).last().fill("half a sentence");
        choice.selectOption("red");
        page.page().locator(CHOICE + ":focus").waitFor();
        assertThat(page.page()).hasURL(Pattern.compile("#/rooms$"));
        assertThat(page.page()).hasTitle(IN_RED);
        page.live().shows("planning");
        page.isAccessible(look + " in another workspace");
        page.screenshot("workspace-red-" + look);
        page.at("rooms/planning").shows("words of the red one");
        assertThat(page.main().getByText("words of the default one").count()).isZero();
        assertThat(page.main().getByRole(AriaRole.TEXTBOX).last().inputValue()).isEmpty();
        page.at("health").shows("of the workspace red");
        choice.focus();
        choice.press("ArrowUp");
        assertThat(page.page()).hasTitle(IN_DEFAULT);
        page.page().locator(CHOICE + ":focus").waitFor();
        assertThat(page.page()).hasURL(Pattern.compile("#/health$"));
        page.live().shows("of the workspace default");
      }
    }
  }

  @Test
  void otherPage_ofTheSameLogin_follows_andSaysSo() {
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.at("now").page().locator(CHOICE).waitFor();
      Page other = page.page().context().newPage();
      other.navigate(place.base() + "/#/rooms/planning");
      other.getByText("words of the default one").first().waitFor();
      page.page().locator(CHOICE).selectOption("red");
      other.locator(".banner").getByText("and this one followed").waitFor();
      assertThat(other).hasTitle(IN_RED);
      assertThat(other).hasURL(Pattern.compile("#/rooms$"));
      other
          .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Put this away"))
          .click();
      other
          .getByText("and this one followed")
          .first()
          .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
    }
  }

  @Test
  void phone_choosesInItsMenu_andSeesItInTheTitle() {
    try (OpenPage page = new OpenPage(Look.PHONE_DARK.in(chromium), place)) {
      page.at("now");
      page.page()
          .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More").setExact(true))
          .click();
      Locator choice = page.page().locator("dialog[open] [data-workspace]");
      choice.waitFor();
      page.isAccessible("menu of a phone");
      page.screenshot("workspace-phone");
      choice.selectOption("red");
      assertThat(page.page()).hasTitle(IN_RED);
      page.live();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void choice_thatTheServerRefuses_saysWhy_andNothingChanges() {
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.at("now").page().locator(CHOICE).waitFor();
      page.page()
          .route(
              "**/api/login/workspace",
              route ->
                  route.fulfill(
                      new Route.FulfillOptions()
                          .setStatus(503)
                          .setContentType("application/problem+json")
                          .setBody("{\"code\":\"unavailable\",\"detail\":\"Not now.\"}")));
      page.page().locator(CHOICE).selectOption("red");
      page.page().locator(".side").getByText("Not now.").waitFor();
      assertThat(page.page().locator(CHOICE)).hasValue("default");
      assertThat(page.page().locator(CHOICE)).isEnabled();
    }
  }
}
