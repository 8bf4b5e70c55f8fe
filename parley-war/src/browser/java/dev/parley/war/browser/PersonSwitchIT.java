package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Two people who log in at the same page, one after the other: nothing of one reaches the other.
 */
class PersonSwitchIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION;
  private static final String BOX = ".room-talk textarea";
  private static final Pattern WAITING = Pattern.compile(".*/api/waiting[?].*");
  private static final Pattern EVENTS = Pattern.compile(".*/api/sessions/[^/]+/events[?].*");
  private static final Pattern TASKS = Pattern.compile(".*/api/sessions/[^/]+/tasks/.*");

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
    OpenPage page = loginPage();
    logIn(page, "ann", ann);
    return page;
  }

  private OpenPage loginPage() {
    BrowserContext window = Look.LIGHT.in(chromium);
    OpenPage page = new OpenPage(window, place.base().toString());
    page.page().navigate(place.base() + "/#/now");
    return page;
  }

  /** Answers of the server that reach the page when a test lets them. */
  private static final class LateAnswers {
    private final Page page;
    private final List<Route> routes = new ArrayList<>();
    private final List<APIResponse> answers = new ArrayList<>();
    private boolean isOver;

    LateAnswers(Page page, Pattern address) {
      this.page = page;
      page.route(
          address,
          route -> {
            if (isOver) {
              route.resume();
              return;
            }
            answers.add(route.fetch());
            routes.add(route);
          });
    }

    /** Waits for the first. */
    void await() {
      for (int turns = 0; routes.isEmpty() && turns < 300; turns++) {
        page.waitForTimeout(50);
      }
      assertThat(routes).isNotEmpty();
    }

    /** Holds back no more of them. */
    void end() {
      isOver = true;
    }

    /** Lets the page have those that were held back, and take them. */
    void arrive() {
      for (int i = 0; i < routes.size(); i++) {
        routes.get(i).fulfill(new Route.FulfillOptions().setResponse(answers.get(i)));
      }
      page.waitForTimeout(500);
    }
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
    write("bob", "Only for bob.");
    try (OpenPage page = opened()) {
      LateAnswers lists = new LateAnswers(page.page(), WAITING);
      write("ann", "Only for ann.");
      lists.await();
      logOut(page);
      lists.end();
      logIn(page, "bob", bob);
      openWaiting(page, "Only for bob.");
      lists.arrive();
      assertThat(page.page().locator(".waiting-item").allInnerTexts())
          .noneMatch(item -> item.contains("Only for ann."))
          .anyMatch(item -> item.contains("Only for bob."));
    }
  }

  @Test
  void feedThatIsReadForOnePerson_isNotShownToTheNext() {
    write("ann", "Read by ann alone.");
    write("bob", "Read by bob alone.");
    try (OpenPage page = loginPage()) {
      LateAnswers events = new LateAnswers(page.page(), EVENTS);
      logIn(page, "ann", ann);
      events.await();
      logOut(page);
      events.end();
      logIn(page, "bob", bob);
      page.shows("Read by bob alone.");
      events.arrive();
      assertThat(page.main().innerText()).doesNotContain("Read by ann alone.");
      logOut(page);
      logIn(page, "ann", ann);
      page.shows("Read by ann alone.");
    }
  }

  @Test
  void messagesOfAnAgentToOnePerson_areNotShownToTheNext() {
    write("ann", "Beside the talk, for ann.");
    run.tester
        .tool("send_message", "agent_id", "tester", "content", "Beside the talk, for all.")
        .accepted();
    try (OpenPage page = opened()) {
      page.at(IN + "?agent=tester").shows("Beside the talk, for ann.");
      logOut(page);
      logIn(page, "bob", bob);
      page.shows("Beside the talk, for all.");
      page.main()
          .getByRole(AriaRole.REGION, named("Messages"))
          .getByText("Beside the talk, for all.")
          .waitFor();
      assertThat(page.main().innerText()).doesNotContain("Beside the talk, for ann.");
    }
  }

  @Test
  void countsOfOnePerson_areGoneWithTheLogin() {
    write("ann", "Counted by ann.");
    try (OpenPage page = opened()) {
      page.shows("Counted by ann.");
      page.page().waitForTimeout(500); // the page counts once it has read everything
      page.page()
          .evaluate(
              """
              async () => {
                const { unread } = await import(new URL("assets/unread.js", document.baseURI).href);
                unread.set("planning", { count: 3, mentions: 1 });
              }
              """);
      logOut(page);
      Object left =
          page.page()
              .evaluate(
                  """
                  async () => {
                    const file = new URL("assets/unread.js", document.baseURI).href;
                    const { unread } = await import(file);
                    return unread.size;
                  }
                  """);
      assertThat(left).isEqualTo(0);
    }
  }

  @Test
  void recipientThatOnePersonChose_isNotThatOfTheNext() {
    try (OpenPage page = opened()) {
      page.at(IN).shows("Two of us on the cart");
      page.main().locator(".to select").selectOption("builder");
      page.main().getByLabel("Message builder").waitFor();
      logOut(page);
      logIn(page, "bob", bob);
      page.main().getByLabel("Message everyone in the session").waitFor();
    }
  }

  @Test
  void changeThatIsRefusedToOnePerson_isNotSaidToTheNext_onThePageOfATask() {
    try (OpenPage page = opened()) {
      page.at(IN + "/tasks/" + run.tasks.get(2)).shows("Say so in the change log");
      DelayedRequests changes = new DelayedRequests(page.page(), "PATCH", TASKS);
      page.main().locator("#task-status").selectOption("done");
      changes.await(1);
      logOut(page);
      logIn(page, "bob", bob);
      page.shows("Say so in the change log");
      changes.refuse();
      page.page().waitForTimeout(300);
      assertThat(page.main().getByRole(AriaRole.ALERT).count()).isZero();
    }
  }

  @Test
  void moveThatIsRefusedToOnePerson_isNotSaidToTheNext() {
    String title = "Say so in the change log";
    try (OpenPage page = opened()) {
      page.at(IN + "/board").shows(title);
      DelayedRequests moves = new DelayedRequests(page.page(), "PATCH", TASKS);
      page.main().getByRole(AriaRole.BUTTON, named("Move " + title)).click();
      page.page().locator("dialog [data-to=done]").click();
      moves.await(1);
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      logOut(page);
      logIn(page, "bob", bob);
      page.shows(title);
      assertThat(page.main().innerText()).doesNotContain("Moving to");
      moves.refuse();
      page.page().waitForTimeout(300);
      assertThat(page.main().locator(".board-problem").count()).isZero();
    }
  }
}
