package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import dev.parley.war.testing.CredentialMaker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Two people who log in at the same page, one after the other: nothing of one reaches the other.
 */
class PersonSwitchIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION;
  private static final String BOX = ".room-talk textarea";
  private static final Pattern WAITING = Pattern.compile(".*/api/waiting[?].*");

  private String ann = "";
  private String bob = "";

  @Override
  Place started(Path data) {
    OneFile file = OneFile.closed(data, "the-token-of-the-deployer");
    try {
      CredentialMaker maker = CredentialMaker.of(file.server());
      ann = maker.token("person", "member", "default", "ann");
      bob = maker.token("person", "member", "default", "bob");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  private OpenPage opened() {
    BrowserContext window = Look.LIGHT.in(chromium);
    OpenPage page = new OpenPage(window, place.base().toString());
    page.page().navigate(place.base() + "/#/now");
    logIn(page, "ann", ann);
    return page;
  }

  private static void logIn(OpenPage page, String name, String token) {
    page.page().locator("#token").fill(token);
    page.page().locator("#name").fill(name);
    page.page().getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log in")).click();
    page.live();
    page.becomes("document.querySelector('.account .cut')?.innerText.trim() === '" + name + "'");
  }

  private static void logOut(OpenPage page) {
    page.page().locator(".account").first().click();
    page.page()
        .locator("dialog")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Log out"))
        .click();
    page.page().locator("#token").waitFor();
  }

  private void write(String to, String words) {
    run.tester.tool("send_message", "agent_id", "tester", "to", to, "content", words).accepted();
  }

  private void askForReview(String artifact, String reviewer) {
    String posted = run.artifact(artifact, "document", "As it was said.");
    run.builder
        .tool("request_review", "agent_id", "builder", "artifact_id", posted, "reviewer", reviewer)
        .accepted();
  }

  private static Locator openWaiting(OpenPage page, String words) {
    page.page().locator(".waiting-button").click();
    Locator item =
        page.page().locator(".waiting-item").filter(new Locator.FilterOptions().setHasText(words));
    item.waitFor();
    return item;
  }

  @Test
  void drafts_areOfOnePerson_whoFindsThemAgain() {
    askForReview("of-ann.md", "ann");
    try (OpenPage page = opened()) {
      page.at("rooms/planning").shows("Repeated, with these steps:");
      page.page().locator(BOX).fill("Half a sentence of ann");
      page.at(IN + "/board").shows("Keep the cart over a reload");
      page.page().keyboard().press("c");
      page.page().locator("#task-title").fill("Half a task of ann");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      openWaiting(page, "of-ann.md").locator("textarea").fill("Half a comment of ann");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      logOut(page);
      logIn(page, "bob", bob);
      typed(page, "", "");
      page.page().locator(".waiting-button").click();
      page.page().getByText("Nothing waits for you").waitFor();
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      logOut(page);
      logIn(page, "ann", ann);
      typed(page, "Half a sentence of ann", "Half a task of ann");
      assertThat(openWaiting(page, "of-ann.md").locator("textarea").inputValue())
          .isEqualTo("Half a comment of ann");
    }
  }

  private static void typed(OpenPage page, String sentence, String title) {
    page.at("rooms/planning").shows("Repeated, with these steps:");
    assertThat(page.page().locator(BOX).inputValue()).isEqualTo(sentence);
    page.at(IN + "/board").shows("Keep the cart over a reload");
    page.page().keyboard().press("c");
    assertThat(page.page().locator("#task-title").inputValue()).isEqualTo(title);
    page.page().keyboard().press("Escape");
    page.page().locator("dialog").waitFor(detached());
  }

  /** The login ends at the server, while the dialog is open. */
  @Test
  void dialogOfOnePerson_isNotOpenedForTheNext() {
    try (OpenPage page = opened()) {
      page.page().keyboard().press("?");
      page.page().locator("dialog[aria-label=Keys]").waitFor();
      APIResponse answer =
          page.page()
              .context()
              .request()
              .post(
                  place.base() + "/api/logout",
                  RequestOptions.create()
                      .setHeader("Origin", place.base().toString())
                      .setHeader("Content-Type", "application/json")
                      .setData("{}"));
      assertThat(answer.ok()).as(answer.text()).isTrue();
      page.page().evaluate("location.hash = '#/memory'"); // is refused, and the page notices
      page.page().locator("#token").waitFor();
      logIn(page, "bob", bob);
      page.page().waitForTimeout(300);
      assertThat(page.page().locator("dialog").count()).isZero();
    }
  }

  @Test
  void listThatIsReadForOnePerson_isNotShownToTheNext() {
    AtomicBoolean holds = new AtomicBoolean(true);
    List<Route> routes = new ArrayList<>();
    List<APIResponse> answers = new ArrayList<>();
    write("bob", "Only for bob.");
    try (OpenPage page = opened()) {
      page.page()
          .route(
              WAITING,
              route -> {
                if (!holds.get()) {
                  route.resume();
                  return;
                }
                answers.add(route.fetch());
                routes.add(route);
              });
      write("ann", "Only for ann.");
      for (int turns = 0; routes.isEmpty() && turns < 300; turns++) {
        page.page().waitForTimeout(50);
      }
      assertThat(routes).isNotEmpty();
      logOut(page);
      holds.set(false);
      logIn(page, "bob", bob);
      openWaiting(page, "Only for bob.");
      for (int i = 0; i < routes.size(); i++) {
        routes.get(i).fulfill(new Route.FulfillOptions().setResponse(answers.get(i)));
      }
      page.page().waitForTimeout(500);
      assertThat(page.page().locator(".waiting-item").allInnerTexts())
          .noneMatch(item -> item.contains("Only for ann."))
          .anyMatch(item -> item.contains("Only for bob."));
    }
  }
}
