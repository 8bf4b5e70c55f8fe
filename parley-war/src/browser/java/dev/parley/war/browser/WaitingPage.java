package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A fresh server for each test, and the list of what waits for a person at its page. */
@Tag("browser")
@ExtendWith(Chromium.class)
abstract class WaitingPage {
  static final String QUESTION = "JSON or YAML?";
  static final String MESSAGE = "The branch is ready.";
  static final String MENTION = "Is that so, @guest?";
  static final String IN_ROOM = "@guest, look at the plan";
  static final String REVIEW = "waiting.md";
  static final String TASK = "Decide the format";

  static final List<String> ALL = List.of(QUESTION, MESSAGE, MENTION, IN_ROOM, REVIEW, TASK);

  Place place;
  TeamRun run;
  Chromium chromium;

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

  void ask() {
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
  void everyKind() {
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

  void askForReview(String name) {
    String artifact = run.artifact(name, "design", "# Waiting");
    run.builder
        .tool("request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", "guest")
        .accepted();
  }

  void write() {
    run.tester
        .tool("send_message", "agent_id", "tester", "to", "guest", "content", MESSAGE)
        .accepted();
  }

  OpenPage page(Look look) {
    return new OpenPage(look.in(chromium), place);
  }

  static void open(OpenPage page) {
    page.page().locator(".waiting-button").click();
    page.page().locator(".dialog-waiting").waitFor();
  }

  /** Opens the list, and waits until it was read: what is there then begins to wait later. */
  static void openEmpty(OpenPage page) {
    open(page);
    page.page().getByText("Nothing waits for you").waitFor();
  }

  static Locator item(OpenPage page, String words) {
    return page.page()
        .locator(".waiting-item")
        .filter(new Locator.FilterOptions().setHasText(words));
  }

  static Locator button(OpenPage page, String words, String name) {
    return item(page, words)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  static void isGone(OpenPage page, String words) {
    item(page, words).waitFor(detached());
  }

  static void counts(OpenPage page, int items) {
    page.becomes(
        "(document.querySelector('.waiting-button .count')?.innerText ?? '0') === '" + items + "'");
  }

  static void isAll(OpenPage page) {
    counts(page, ALL.size());
    page.becomes("document.title.startsWith('(" + ALL.size() + ") ')");
    ALL.forEach(words -> item(page, words).waitFor());
  }
}
