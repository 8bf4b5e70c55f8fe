package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Words that a person typed stay until they are sent or removed, and are sent once. */
class DraftsIT extends TeamPage {
  private static final String IN = "sessions/" + TeamRun.SESSION;
  private static final String BOX = ".room-talk textarea";

  private static final Pattern SESSION_MESSAGES =
      Pattern.compile(".*/api/sessions/[^/]+/messages$");
  private static final Pattern ROOM_MESSAGES = Pattern.compile(".*/api/rooms/planning/messages$");
  private static final Pattern TASKS = Pattern.compile(".*/api/sessions/[^/]+/tasks.*");

  @Test
  void wordsTypedWhileOthersAreSent_stay() {
    try (OpenPage page = page()) {
      page.at("rooms/planning").shows("Repeated, with these steps:");
      DelayedRequests sends = new DelayedRequests(page.page(), "POST", ROOM_MESSAGES);
      page.page().locator(BOX).fill("These are sent.");
      page.page().locator(BOX).press("Enter");
      sends.await(1);
      page.page().keyboard().type(" And these are typed");
      sends.release();
      page.shows("These are sent.");
      page.becomes("document.querySelector('" + BOX + "').value === 'And these are typed'");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void textWhoseReceiptIsLost_isPostedOnce_whenItIsSentAgain() {
    try (OpenPage page = page()) {
      page.at(IN).shows("Two of us on the cart");
      DelayedRequests.loseAnswer(page.page(), SESSION_MESSAGES, place.base());
      sendTwice(page, page.page().locator(BOX), "Once to the session.");
      page.becomes("document.querySelector('" + BOX + "').value === ''");
      page.page().unroute(SESSION_MESSAGES);
      page.at("rooms/planning").shows("Repeated, with these steps:");
      DelayedRequests.loseAnswer(page.page(), ROOM_MESSAGES, place.base());
      sendTwice(page, page.page().locator(BOX), "Once to the room.");
      page.becomes("document.querySelector('" + BOX + "').value === ''");
    }
    String read = run.tester.tool("get_messages", "agent_id", "tester").accepted().text();
    assertThat(read).containsOnlyOnce("Once to the session.");
    assertThat(run.lead.tool("parley_fetch_recent", "topic", "planning").accepted().text())
        .containsOnlyOnce("Once to the room.");
  }

  @Test
  void answerWhoseReceiptIsLost_isPostedOnce_whenItIsSentAgain() {
    run.tester
        .tool("send_message", "agent_id", "tester", "to", "guest", "content", "Which of them?")
        .accepted();
    try (OpenPage page = page()) {
      page.at("health").page().locator(".waiting-button").click();
      Locator item =
          page.page()
              .locator(".waiting-item")
              .filter(new Locator.FilterOptions().setHasText("Which of them?"));
      DelayedRequests.loseAnswer(page.page(), SESSION_MESSAGES, place.base());
      sendTwice(page, item.locator("textarea"), "Once to the tester.");
      item.waitFor(detached());
    }
    assertThat(run.tester.tool("get_messages", "agent_id", "tester").accepted().text())
        .containsOnlyOnce("Once to the tester.");
  }

  @Test
  void wordsThatWereTakenAway_areAnotherMessage_whenTheyAreTypedAgain() {
    try (OpenPage page = page()) {
      page.at(IN).shows("Two of us on the cart");
      DelayedRequests.loseAnswer(page.page(), SESSION_MESSAGES, place.base());
      Locator box = page.page().locator(BOX);
      box.fill("Said twice.");
      box.press("Enter");
      page.page().locator(".write-problem").first().waitFor();
      box.fill("");
      box.fill("Said twice.");
      box.press("Enter");
      page.becomes("document.querySelector('" + BOX + "').value === ''");
    }
    String read = run.tester.tool("get_messages", "agent_id", "tester").accepted().text();
    assertThat(read.split("Said twice\\.", -1)).hasSize(3);
  }

  @Test
  void taskWhoseDraftWasDiscarded_isAnotherTask_whenItIsTypedAgain() {
    try (OpenPage page = page()) {
      page.at(IN + "/board").shows("Keep the cart over a reload");
      DelayedRequests.loseAnswer(page.page(), TASKS, place.base());
      create(page, "Wanted twice");
      page.page().locator("dialog .write-problem").waitFor();
      page.page().getByText("Discard the draft").click();
      page.page().locator("dialog").waitFor(detached());
      create(page, "Wanted twice");
      page.page().locator("dialog").waitFor(detached());
      page.becomes(
          "[...document.querySelectorAll('.card')]"
              + ".filter((card) => card.innerText.includes('Wanted twice')).length === 2");
    }
  }

  private static void create(OpenPage page, String title) {
    page.page().keyboard().press("c");
    page.page().locator("#task-title").fill(title);
    page.page().getByText("Create the task").click();
  }

  @Test
  void answerInAThread_andMessageAboutATask_whoseReceiptsAreLost_arePostedOnce() {
    try (OpenPage page = page()) {
      page.at(IN + "?thread=format").shows("Nothing that you may read was said under this name.");
      DelayedRequests.loseAnswer(page.page(), SESSION_MESSAGES, place.base());
      sendTwice(page, page.main().getByLabel("Answer everyone in the thread"), "Once in a thread.");
      page.becomes("document.querySelector('.session-side textarea').value === ''");
      page.page().unroute(SESSION_MESSAGES);
      page.at(IN + "/tasks/" + run.tasks.get(0)).shows("Keep the cart over a reload");
      DelayedRequests.loseAnswer(page.page(), SESSION_MESSAGES, place.base());
      sendTwice(
          page, page.main().getByLabel("Message builder about this task"), "Once about a task.");
      page.becomes("document.querySelector('.split-main textarea').value === ''");
    }
    assertThat(run.builder.tool("get_messages", "agent_id", "builder").accepted().text())
        .containsOnlyOnce("Once in a thread.")
        .containsOnlyOnce("Once about a task.");
  }

  private static void sendTwice(OpenPage page, Locator box, String words) {
    box.fill(words);
    box.press("Enter");
    page.page().locator(".write-problem").first().waitFor();
    assertThat(box.inputValue()).isEqualTo(words);
    box.press("Enter");
  }

  @Test
  void draftThatHoldsWords_isNotForgotten_forManyThatHoldNone() {
    try (OpenPage page = page()) {
      page.at("now");
      Object left =
          page.page()
              .evaluate(
                  """
                  async () => {
                    const file = new URL("assets/drafts.js", document.baseURI).href;
                    const { draft } = await import(file);
                    draft("with").text = "words";
                    for (let i = 0; i < 1000; i++) draft(`empty-${i}`);
                    return draft("with").text;
                  }
                  """);
      assertThat(left).isEqualTo("words");
    }
  }

  @Test
  void person_whoReturnsToAName_findsTheWordsOfThatName() {
    try (OpenPage page = page()) {
      page.at("now");
      Object left =
          page.page()
              .evaluate(
                  """
                  async () => {
                    const file = (name) => new URL(`assets/${name}.js`, document.baseURI).href;
                    const { draft, renamed } = await import(file("drafts"));
                    const { state } = await import(file("store"));
                    const me = state.me;
                    const other = { ...me, name: "other" };
                    draft("one").text = "of guest";
                    draft("two").text = "of guest";
                    try {
                      state.me = other;
                      draft("one");
                      draft("two").text = "of other";
                      draft("three").text = "of other";
                      state.me = me;
                      renamed(other, me);
                      return ["one", "two", "three"].map((key) => draft(key).text).join();
                    } finally {
                      state.me = me;
                    }
                  }
                  """);
      assertThat(left).isEqualTo("of guest,of other,of other");
    }
  }

  @Test
  void person_whoTakesAnotherName_keepsTheDrafts_andLogsInOnce() {
    try (OpenPage page = page()) {
      page.at("rooms/planning").shows("Repeated, with these steps:");
      AtomicInteger logins = new AtomicInteger();
      page.page()
          .onRequest(request -> logins.addAndGet(request.url().endsWith("/api/login") ? 1 : 0));
      page.page().locator(BOX).fill("Half a sentence");
      page.page().locator(".account").first().click();
      page.page().locator("#account-name").fill("renamed");
      page.page().locator("dialog").getByText("Rename").click();
      page.page().locator("dialog").waitFor(detached());
      page.becomes("document.querySelector('.account .cut')?.innerText.trim() === 'renamed'");
      page.live().shows("Repeated, with these steps:");
      assertThat(page.page().locator(BOX).inputValue()).isEqualTo("Half a sentence");
      page.page().waitForTimeout(1_500); // a lost stream is opened again a second later
      assertThat(logins).hasValue(1);
    }
  }

  @Test
  void edit_outlivesEscape_andIsDiscarded() {
    String id = run.task("Edited later", "low", "");
    try (OpenPage page = page()) {
      page.at(IN + "/tasks/" + id).shows("Edited later");
      edit(page);
      page.page().locator("#task-title").fill("Half an edit");
      page.page().locator("#task-description").fill("Half a description");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      edit(page);
      page.becomes("document.querySelector('#task-title')?.value === 'Half an edit'");
      assertThat(page.page().locator("#task-description").inputValue())
          .isEqualTo("Half a description");
      page.isAccessible("edit of a task with a draft");
      page.page().getByText("Discard the draft").click();
      page.page().locator("dialog").waitFor(detached());
      edit(page);
      page.becomes("document.querySelector('#task-title')?.value === 'Edited later'");
      assertThat(page.page().getByText("Discard the draft").count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void editOfWhatWasChangedMeanwhile_showsBoth() {
    String id = run.task("Changed meanwhile", "low", "");
    try (OpenPage page = page()) {
      page.at(IN + "/tasks/" + id).shows("Changed meanwhile");
      edit(page);
      page.page().locator("#task-description").fill("My own words");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      describe(page, id, "Those of another");
      page.shows("Those of another");
      edit(page);
      Locator dialog = page.page().locator("dialog");
      dialog.getByText("The description was changed since you typed yours.").waitFor();
      assertThat(dialog.locator("pre").innerText()).isEqualTo("Those of another");
      assertThat(dialog.locator("#task-description").inputValue()).isEqualTo("My own words");
      page.isAccessible("edit of a task that was changed meanwhile");
      describe(page, id, "Others again");
      page.becomes("document.querySelector('dialog pre')?.innerText === 'Others again'");
      dialog.getByRole(AriaRole.BUTTON, named("Save")).click();
      page.page().locator("dialog").waitFor(detached());
      page.shows("My own words");
      edit(page);
      assertThat(dialog.locator("pre").count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** Changes the description of a task as another window does. */
  private static void describe(OpenPage page, String id, String description) {
    page.page()
        .evaluate(
            """
            async ([address, description]) => {
              const { patch } = await import(new URL("assets/api.js", document.baseURI).href);
              await patch(address, { description });
            }
            """,
            List.of(IN + "/tasks/" + id, description));
  }

  private static void edit(OpenPage page) {
    page.main()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Edit").setExact(true))
        .click();
    page.page().locator("#task-title").waitFor();
  }

  @Test
  void slowSave_closesNoOtherDialog() {
    String id = run.task("Saved slowly", "low", "");
    try (OpenPage page = page()) {
      page.at(IN + "/tasks/" + id).shows("Saved slowly");
      DelayedRequests saves = new DelayedRequests(page.page(), "PATCH", TASKS);
      edit(page);
      page.page().locator("#task-title").fill("Saved at last");
      page.page().locator("dialog").getByText("Save").click();
      openOther(page, saves);
      page.shows("Saved at last");
      isStillOpen(page);
    }
  }

  @Test
  void slowCreation_closesNoOtherDialog_andLeavesNoDraft() {
    try (OpenPage page = page()) {
      page.at(IN + "/board").shows("Keep the cart over a reload");
      DelayedRequests saves = new DelayedRequests(page.page(), "POST", TASKS);
      page.page().keyboard().press("c");
      page.page().locator("#task-title").fill("Created at last");
      page.page().getByText("Create the task").click();
      openOther(page, saves);
      page.shows("Created at last");
      isStillOpen(page);
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      page.page().keyboard().press("c");
      assertThat(page.page().locator("#task-title").inputValue()).isEmpty();
    }
  }

  /**
   * Puts the dialog away that waits for the server, opens another one, and lets the answer come.
   */
  private static void openOther(OpenPage page, DelayedRequests requests) {
    requests.await(1);
    page.page().keyboard().press("Escape");
    page.page().locator("dialog").waitFor(detached());
    page.page().keyboard().press("?");
    page.page().locator("dialog[aria-label=Keys]").waitFor();
    requests.release();
  }

  private static void isStillOpen(OpenPage page) {
    page.page().waitForTimeout(300);
    assertThat(page.page().locator("dialog[aria-label=Keys]").isVisible()).isTrue();
  }
}
