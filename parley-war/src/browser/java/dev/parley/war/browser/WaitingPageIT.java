package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The list of what waits for a person at the page: each kind comes, acts, and goes. */
class WaitingPageIT extends WaitingPage {
  private static final String FOCUS_IN_THE_DIALOG =
      "document.activeElement?.closest('dialog') !== null";

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
      Locator row = page.main().locator(".link-row", withText("Waiting for you"));
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
}
