package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The list of what waits for a person at the page: each kind comes, acts, and goes. */
@Tag("browser")
@ExtendWith(Chromium.class)
class WaitingPageIT {
  private static final String QUESTION = "JSON or YAML?";
  private static final String MESSAGE = "The branch is ready.";
  private static final String MENTION = "Is that so, @guest?";
  private static final String IN_ROOM = "@guest, look at the plan";
  private static final String REVIEW = "waiting.md";
  private static final String TASK = "Decide the format";
  private static final List<String> ALL =
      List.of(QUESTION, MESSAGE, MENTION, IN_ROOM, REVIEW, TASK);

  /**
   * A browser that allows notifications, records them and the tones it plays, and that can be said
   * to be hidden.
   */
  private static final String RECORDER =
      """
      window.shown = [];
      window.Notification = class {
        static permission =
          location.protocol === "http:" && localStorage.getItem("parley-notify")
            ? "granted"
            : "default";
        static requestPermission() {
          Notification.permission = "granted";
          return Promise.resolve("granted");
        }
        constructor(title) {
          window.shown.push(title);
        }
      };
      window.tones = 0;
      window.AudioContext = class {
        currentTime = 0;
        createOscillator() {
          return { frequency: {}, connect: (to) => to, start: () => window.tones++, stop() {} };
        }
        createGain() {
          return {
            gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
            connect: (to) => to,
          };
        }
      };
      Object.defineProperty(document, "hidden", { get: () => window.isAway === true });
      """;

  /** Records what is said aloud. */
  private static final String SPOKEN =
      """
      () => {
        window.spoken = [];
        const place = document.getElementById("announce");
        new MutationObserver(() => window.spoken.push(place.textContent))
          .observe(place, { childList: true, characterData: true, subtree: true });
      }
      """;

  private static final String FOCUS_IN_THE_DIALOG =
      "document.activeElement?.closest('dialog') !== null";

  private Place place;
  private TeamRun run;
  private Chromium chromium;

  @BeforeEach
  void begin(@TempDir Path data) {
    place = OneFile.start(data);
    run = new TeamRun(place).begun();
    chromium = Chromium.start();
  }

  @AfterEach
  void stop() {
    chromium.close();
    run.close();
    place.close();
  }

  private void ask() {
    run.builder
        .tool(
            "send_message",
            "agent_id",
            "builder",
            "to",
            "guest",
            "content",
            "end:waiting | " + QUESTION)
        .accepted();
  }

  /** Lets one item of each kind wait; none of them is gone by the act of another. */
  private void everyKind() {
    write();
    run.lead.tool("send_message", "agent_id", "lead", "content", MENTION).accepted();
    run.lead.tool("parley_post", "topic", "planning", "content", IN_ROOM).accepted();
    run.lead
        .tool(
            "create_task",
            "agent_id",
            "lead",
            "title",
            TASK,
            "priority",
            "high",
            "assignee",
            "guest")
        .accepted();
    askForReview(REVIEW);
    ask();
  }

  private OpenPage page(Look look) {
    return new OpenPage(look.in(chromium), place);
  }

  private static void open(OpenPage page) {
    page.page().locator(".waiting-button").click();
    page.page().locator(".dialog-waiting").waitFor();
  }

  /** Opens the list, and waits until it was read: what is there then begins to wait later. */
  private static void openEmpty(OpenPage page) {
    open(page);
    page.page().getByText("Nothing waits for you").waitFor();
  }

  private static Locator item(OpenPage page, String words) {
    return page.page()
        .locator(".waiting-item")
        .filter(new Locator.FilterOptions().setHasText(words));
  }

  private static Locator button(OpenPage page, String words, String name) {
    return item(page, words)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  private static void isGone(OpenPage page, String words) {
    item(page, words).waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
  }

  private static void counts(OpenPage page, int items) {
    page.becomes(
        "(document.querySelector('.waiting-button .count')?.innerText ?? '0') === '" + items + "'");
  }

  private static void isAll(OpenPage page) {
    counts(page, ALL.size());
    page.becomes("document.title.startsWith('(" + ALL.size() + ") ')");
    ALL.forEach(words -> item(page, words).waitFor());
  }

  @Test
  void eachKind_appearsActsAndGoes_inPlace() {
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      counts(page, 0);
      everyKind();
      counts(page, ALL.size());
      open(page);
      isAll(page);
      page.screenshot("waiting-light");
      page.isAccessible("what waits");
      item(page, QUESTION).locator("textarea").fill("YAML, please.");
      item(page, QUESTION).locator("textarea").press("Enter");
      isGone(page, QUESTION);
      item(page, REVIEW).locator("textarea").fill("Name its owner.");
      button(page, REVIEW, "Request changes").click();
      isGone(page, REVIEW);
      button(page, TASK, "Take").click();
      isGone(page, TASK);
      button(page, MENTION, "Mark as read").click();
      isGone(page, MENTION);
      item(page, IN_ROOM).locator("textarea").fill("I look at it.");
      item(page, IN_ROOM).locator("textarea").press("Enter");
      isGone(page, IN_ROOM);
      button(page, MESSAGE, "Mark as read").click();
      isGone(page, MESSAGE);
      counts(page, 0);
      page.page().getByText("Nothing waits for you").waitFor();
      page.screenshot("waiting-none-light");
      assertThat(page.complaints()).isEmpty();
    }
    assertThat(messagesOf("builder")).contains("YAML, please.");
    assertThat(verdictOf("guest")).containsExactly("changes_requested", "Name its owner.");
    assertThat(task(TASK).path("status").asString()).isEqualTo("in_progress");
    assertThat(task(TASK).path("assignee").asString()).isEqualTo("guest");
  }

  private String messagesOf(String agent) {
    return run.builder.tool("get_messages", "agent_id", agent).accepted().text();
  }

  /** Returns the status and the comments of the one review of a reviewer, as the server has it. */
  private List<String> verdictOf(String reviewer) {
    JsonNode reviews =
        run.builder
            .tool("get_reviews", "agent_id", "builder", "reviewer", reviewer)
            .accepted()
            .fields()
            .path("reviews");
    assertThat(reviews.size()).as(reviews.toString()).isEqualTo(1);
    JsonNode review = reviews.path(0);
    return List.of(review.path("status").asString(), review.path("comments").asString());
  }

  /** Returns a task as the server has it. */
  private JsonNode task(String title) {
    JsonNode tasks = run.lead.tool("get_all_tasks", "agent_id", "lead").accepted().fields();
    for (JsonNode task : tasks.path("tasks")) {
      if (task.path("title").asString().equals(title)) {
        return task;
      }
    }
    throw new AssertionError("no task " + title + " in " + tasks);
  }

  @Test
  void approval_isStored() {
    askForReview(REVIEW);
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      open(page);
      button(page, REVIEW, "Approve").click();
      isGone(page, REVIEW);
      page.becomes(FOCUS_IN_THE_DIALOG);
    }
    assertThat(verdictOf("guest").get(0)).isEqualTo("approved");
  }

  private void askForReview(String name) {
    String artifact = run.artifact(name, "design", "# Waiting");
    run.builder
        .tool("request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", "guest")
        .accepted();
  }

  /** The words of an item stay with it, though the dialog closes and the item no longer waits. */
  @Test
  void unsentWords_outliveTheDialogAndTheItem() {
    write();
    askForReview(REVIEW);
    try (OpenPage page = page(Look.LIGHT);
        OpenPage other = page(Look.LIGHT)) {
      page.at("health");
      open(page);
      item(page, MESSAGE).locator("textarea").fill("Half an answer");
      item(page, REVIEW).locator("textarea").fill("Half a comment");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      open(page);
      assertThat(item(page, MESSAGE).locator("textarea").inputValue()).isEqualTo("Half an answer");
      assertThat(item(page, REVIEW).locator("textarea").inputValue()).isEqualTo("Half a comment");
      other.at("health");
      open(other);
      button(other, MESSAGE, "Mark as read").click();
      isGone(other, MESSAGE);
      button(other, REVIEW, "Approve").click();
      isGone(other, REVIEW);
      counts(page, 0);
      item(page, MESSAGE).getByText("It waits no longer.").waitFor();
      item(page, REVIEW).getByText("It waits no longer.").waitFor();
      page.isAccessible("words of what waits no longer");
      page.screenshot("waiting-unsent-light");
      button(page, REVIEW, "Remove what I wrote").click();
      isGone(page, REVIEW);
      item(page, MESSAGE).locator("textarea").press("Enter");
      isGone(page, MESSAGE);
      page.page().getByText("Nothing waits for you").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
    assertThat(messagesOf("tester")).contains("Half an answer");
  }

  @Test
  void commentsOfAVerdict_areGoneOnceItIsAccepted() {
    askForReview("first.md");
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      open(page);
      item(page, "first.md").locator("textarea").fill("As it should be.");
      button(page, "first.md", "Approve").click();
      isGone(page, "first.md");
      page.page().getByText("Nothing waits for you").waitFor();
    }
    assertThat(verdictOf("guest")).containsExactly("approved", "As it should be.");
  }

  @Test
  void reviewOfAnArtifactWithoutAName_hasALink() {
    askForReview("");
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      open(page);
      page.page().locator(".waiting-item[data-kind=review] .waiting-text a").click();
      page.page().waitForURL(url -> url.contains("/artifacts/"));
      page.shows("(no name)");
      assertThat(page.page().locator("dialog").count()).isZero();
    }
  }

  @Test
  void now_saysThatSomethingWaits_andOpensTheList() {
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("now").shows("You have seen everything.");
      askForReview(REVIEW);
      Locator row = page.main().locator(".link-row", hasText("Waiting for you"));
      row.waitFor();
      assertThat(row.innerText()).contains("1");
      assertThat(page.main().getByText("You have seen everything.").count()).isZero();
      page.isAccessible("now while something waits");
      page.screenshot("now-waiting-light");
      row.click();
      item(page, REVIEW).waitFor();
    }
  }

  @Test
  void directMessage_isAnnouncedOnce() {
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      openEmpty(page);
      page.page().evaluate(SPOKEN);
      write();
      page.becomes("window.spoken.join().includes('tester wrote to you')");
      page.page().waitForTimeout(6_000); // the next that is said comes five seconds later
      assertThat(page.page().evaluate("window.spoken.join().split('wrote to you').length - 1"))
          .isEqualTo(1);
    }
  }

  @Test
  void list_closedByItsButtonOrByAClickBeside_givesTheFocusBack() {
    try (OpenPage page = page(Look.LIGHT)) {
      page.at("health");
      openEmpty(page);
      page.page()
          .locator("dialog")
          .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Close"))
          .click();
      page.page().locator("dialog").waitFor(detached());
      page.becomes("document.activeElement.matches('.waiting-button')");
      openEmpty(page);
      page.page().mouse().click(5, 5);
      page.page().locator("dialog").waitFor(detached());
      page.becomes("document.activeElement.matches('.waiting-button')");
    }
  }

  private static Locator.LocatorOptions hasText(String words) {
    return new Locator.LocatorOptions().setHasText(words);
  }

  private static Locator.WaitForOptions detached() {
    return new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);
  }

  @Test
  void list_isTheSame_afterAReload_atASecondBrowser_andAfterARestart() {
    try (OpenPage first = page(Look.LIGHT);
        OpenPage second = page(Look.DARK)) {
      first.at("now");
      everyKind();
      counts(first, ALL.size());
      first.page().reload();
      first.live();
      open(first);
      isAll(first);
      second.at("rooms/planning");
      open(second);
      isAll(second);
      second.screenshot("waiting-dark");
      second.isAccessible("what waits, dark");
      button(first, MESSAGE, "Mark as read").click();
      isGone(first, MESSAGE);
      isGone(second, MESSAGE);
      counts(second, ALL.size() - 1);
      place.stop();
      place.startAgain();
      second.page().reload();
      second.live();
      counts(second, ALL.size() - 1);
      open(second);
      item(second, QUESTION).waitFor();
      assertThat(item(second, MESSAGE).count()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PHONE", "PHONE_DARK"})
  void panel_fitsAPhone(Look look) {
    everyKind();
    try (OpenPage page = page(look)) {
      page.at("now");
      open(page);
      isAll(page);
      page.screenshot("waiting-" + look);
      page.isAccessible("what waits on " + look);
      assertThat(page.page().evaluate("document.documentElement.scrollWidth")).isEqualTo(375);
      button(page, TASK, "Take").click();
      isGone(page, TASK);
      assertThat(page.complaints()).isEmpty();
    }
  }

  private OpenPage recorded() {
    BrowserContext window = Look.LIGHT.in(chromium);
    window.addInitScript(RECORDER);
    return new OpenPage(window, place);
  }

  private static void isAway(OpenPage page, boolean away) {
    page.page().evaluate("window.isAway = " + away);
    page.page().evaluate("document.dispatchEvent(new Event('visibilitychange')) && null");
  }

  private static Object shown(OpenPage page) {
    return page.page().evaluate("window.shown.join()");
  }

  private void write() {
    run.tester
        .tool("send_message", "agent_id", "tester", "to", "guest", "content", MESSAGE)
        .accepted();
  }

  @Test
  void hiddenPage_notifies_whenThePersonWantsIt() {
    try (OpenPage page = recorded()) {
      page.at("now");
      openEmpty(page);
      isAway(page, true);
      ask();
      counts(page, 1);
      assertThat(shown(page)).isEqualTo("");
      assertThat(page.page().evaluate("window.tones")).isEqualTo(0);
      isAway(page, false);
      assertThat(page.page().locator("input[name=sound]").isChecked()).isFalse();
      page.page().locator("input[name=notify]").check();
      page.page().locator("input[name=sound]").check();
      assertThat(page.page().evaluate("window.tones")).isEqualTo(1);
      page.page().reload();
      page.live();
      counts(page, 1);
      assertThat(shown(page)).as("known from before").isEqualTo("");
      isAway(page, true);
      write();
      page.becomes("window.shown.length === 1");
      assertThat(shown(page)).isEqualTo("tester wrote to you");
      assertThat(page.page().evaluate("window.tones")).isEqualTo(1);
      page.becomes("document.title.startsWith('(2) ')");
    }
  }

  /** A page that is hidden for a minute has no stream. */
  @Test
  void pageHiddenForLong_asksForTheListAndNotifies() {
    try (OpenPage page = recorded()) {
      page.page().clock().install();
      page.at("now");
      openEmpty(page);
      page.page().locator("input[name=notify]").check();
      isAway(page, true);
      page.page().clock().fastForward(60_000);
      write();
      page.page().waitForTimeout(1_500);
      assertThat(shown(page)).as("without a stream").isEqualTo("");
      page.page().clock().fastForward(30_000);
      page.becomes("window.shown.length === 1");
      assertThat(shown(page)).isEqualTo("tester wrote to you");
    }
  }
}
