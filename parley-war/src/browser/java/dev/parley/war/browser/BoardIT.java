package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The board says what can be done next, and keeps its place and the focus. */
class BoardIT extends TeamPage {
  private static final String READS = "performance.getEntriesByType('resource')";

  /** A stream that says hello, and then what {@code window.tell} is called with. */
  private static final String SCRIPTED_STREAM =
      """
      window.EventSource = class extends EventTarget {
        constructor() {
          super();
          window.tell = (kind, data) =>
            this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
          setTimeout(() => window.tell("hello", {}));
        }
        close() {}
      };
      """;

  @Test
  void todo_hasReadyBeforeBlocked_thenUrgent_thenOld() {
    TeamScript script = new TeamScript(run, "board-order");
    script.ranked("low", "Write").ranked("critical", "Ship", "Write").ranked("medium", "Old");
    script.ranked("medium", "New").ranked("high", "Fix");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      card(page, "Ship").waitFor();
      assertThat(titles(page, "todo")).containsExactly("Fix", "Old", "New", "Write", "Ship");
      assertThat(card(page, "Ship").innerText()).contains("Blocked by 1", "critical");
      assertThat(card(page, "Write").innerText()).contains("Ready", "Blocks 1", "low");
      card(page, "Ship").focus();
      script.claimed("be", "Write").moved("be", "Write", "done");
      page.becomes("document.querySelector('.lane-todo .card-title').innerText === 'Ship'");
      page.becomes("document.activeElement.closest('.card')?.innerText.includes('Ship') === true");
      assertThat(card(page, "Ship").innerText()).contains("Ready");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void cards_sayThatTheyCameBack_howLongTheyAreThere_andWhoReviews() {
    TeamScript script = new TeamScript(run, "board-facts");
    script.task("Back").claimed("be", "Back").moved("be", "Back", "todo");
    script.task("Judged").claimed("fe", "Judged");
    script.asked("fe", "plan.md", "tester");
    script.moved("fe", "Judged", "in_review");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      card(page, "Back").getByText("Returned").waitFor();
      assertThat(card(page, "Back").getAttribute("class")).contains("card-returned", "card-ready");
      Locator reviewers = card(page, "Judged").locator(".card-reviewers");
      reviewers.waitFor();
      assertThat(reviewers.innerText()).contains("tester");
      assertThat(reviewers.getAttribute("title")).isEqualTo("plan.md: tester");
      assertThat(card(page, "Judged").locator(".card-age").getAttribute("title"))
          .startsWith("In “In review” since ");
      page.screenshot("board-facts-light");
      script.moved("fe", "Judged", "in_progress");
      page.main().locator(".lane-in_progress .card-returned").waitFor();
    }
  }

  @Test
  void focusedCard_keepsTheFocus_inAnotherColumn() {
    TeamScript script = new TeamScript(run, "board-focus").task("Goes");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      card(page, "Goes").focus();
      script.claimed("be", "Goes");
      page.main().locator(".lane-in_progress .card").waitFor();
      page.becomes("document.activeElement.matches('.lane-in_progress .card')");
      page.main().getByRole(AriaRole.BUTTON, named("Move Goes")).focus();
      script.moved("be", "Goes", "in_review");
      page.main().locator(".lane-in_review .card").waitFor();
      page.becomes("document.activeElement.matches('.lane-in_review [data-move]')");
    }
  }

  @Test
  void scrollAndFilter_areKeptOverAReload_andWhatArrives() {
    TeamScript script = new TeamScript(run, "board-place");
    for (int i = 0; i < 60; i++) {
      script.taskOf("filler", "Filler " + i);
    }
    try (OpenPage page = page()) {
      page.at(script.address("board") + "?assignee=filler").shows("Filler 0");
      page.main().getByText("20 more").click();
      page.becomes("document.querySelectorAll('.lane-todo .card').length === 60");
      page.page().evaluate("document.querySelector('.lane-todo .cards').scrollTop = 3000");
      page.page().waitForTimeout(600);
      page.page().reload();
      page.live();
      page.becomes("document.querySelector('.lane-todo .cards')?.scrollTop > 2900");
      assertThat(page.main().getByLabel("Assignee").inputValue()).isEqualTo("filler");

      card(page, "Filler 45").focus();
      double before = card(page, "Filler 45").boundingBox().y;
      script.taskOf("filler", "Another");
      script.claimed("filler", "Filler 3");
      page.main().locator(".lane-in_progress .card").waitFor();
      page.becomes(
          "document.activeElement.closest('.card')?.innerText.includes('Filler 45') === true");
      assertThat(card(page, "Filler 45").boundingBox().y).isCloseTo(before, within(90.0));
    }
  }

  @Test
  void head_saysHowMuchOfWhatIsShownIsDone() {
    TeamScript script = new TeamScript(run, "board-progress");
    script.taskOf("be", "Of be").taskOf("fe", "Of fe").task("Of nobody");
    script.claimed("be", "Of be").moved("be", "Of be", "done");
    try (OpenPage page = page()) {
      page.at(script.address("board")).shows("1 of 3 tasks done, 33 %");
      Locator bar = page.main().getByRole(AriaRole.PROGRESSBAR, named("Tasks done"));
      assertThat(bar.getAttribute("aria-valuenow")).isEqualTo("33");
      assertThat(bar.locator(".bar-done").getAttribute("width")).startsWith("33.3");
      script.claimed("fe", "Of fe").moved("fe", "Of fe", "done");
      page.shows("2 of 3 tasks done, 66 %");
      page.main().getByLabel("Assignee").selectOption("be");
      page.shows("1 of 1 task done, 100 %");
    }
  }

  @Test
  void card_showsTwoLinesOfItsDescription() {
    TeamScript script = new TeamScript(run, "board-text");
    script.described("Long", "As *it* was `said`.\n\n" + "It goes on and on. ".repeat(40));
    script.task("Plain");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      Locator words = card(page, "Long").locator(".card-text");
      words.waitFor();
      assertThat(words.innerText()).startsWith("As it was said. It goes on");
      assertThat(words.boundingBox().height).isBetween(25.0, 45.0);
      assertThat(card(page, "Plain").locator(".card-text").count()).isZero();
      page.page()
          .waitForResponse(
              response -> response.url().contains("/tasks/"), () -> script.claimed("be", "Long"))
          .finished();
      page.isDrawn();
      page.main().locator(".lane-in_progress .card-text").waitFor();
      assertThat(card(page, "Long").locator(".card-text").boundingBox().height)
          .isBetween(25.0, 45.0);
      script.moved("be", "Long", "done");
      page.main().locator(".lane-done .card").waitFor();
      assertThat(card(page, "Long").locator(".card-text").count()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLook_isReadableAndAccessible(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = new TeamScript(run, "board-look-" + name);
    script.described("Read", "Read _all_ of what was said about it, and say what is left to do.");
    script.task("Build").ranked("critical", "Ship it to everybody who asked for it", "Build");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(script.address("board")).shows("Build");
      script.task("Back").claimed("be", "Back").moved("be", "Back", "todo");
      card(page, "Back").getByText("Returned").waitFor();
      page.screenshot("board-states-" + name);
      page.isAccessible(look + " board");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      assertThat(page.complaints()).isEmpty();
    }
  }

  /**
   * A page can be open on the session that was started last before the server follows it. What
   * happened meanwhile is read once the stream names the session.
   */
  @Test
  void changes_beforeTheServerFollowsTheSession_areReadByAllThatIsShown() {
    TeamScript script = new TeamScript(run, "followed-late").task("Build");
    try (BrowserContext window = Look.LIGHT.in(chromium)) {
      window.addInitScript(SCRIPTED_STREAM);
      OpenPage page = new OpenPage(window, place);
      page.at(script.address("board")).shows("Build");
      page.becomes(READS + ".some(({ name }) => name.includes('kind=task_changed'))");
      script.task("Back").claimed("builder", "Back").moved("builder", "Back", "todo");
      page.page().evaluate("window.tell('session', { id: 'followed-late' })");
      page.shows("Returned");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void narrowBoard_opensOnAColumnThatHasCards() {
    TeamScript script = new TeamScript(run, "board-narrow").task("Only");
    script.claimed("be", "Only").moved("be", "Only", "done");
    try (OpenPage page = new OpenPage(Look.PHONE.in(chromium), place)) {
      page.at(script.address("board")).shows("Only");
      assertThat(page.main().locator(".board").getAttribute("data-column")).isEqualTo("done");
    }
  }

  static Locator card(OpenPage page, String title) {
    return page.main()
        .locator(".card")
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    page.page()
                        .locator(".card-title")
                        .getByText(title, new Locator.GetByTextOptions().setExact(true))))
        .first();
  }

  static List<String> titles(OpenPage page, String status) {
    return page.main().locator(".lane-" + status + " .card-title").allInnerTexts();
  }
}
