package dev.parley.war.browser;

import static dev.parley.war.browser.BoardIT.card;
import static dev.parley.war.browser.BoardIT.titles;
import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import dev.parley.war.testing.CredentialMaker;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cards of the board move to where they may go, by the mouse and by keys. */
class BoardMovesIT extends TeamPage {
  private static final Pattern TASKS = Pattern.compile(".*/api/sessions/[^/]+/tasks/.*");
  private static final String IS_MOVE_BUTTON = "document.activeElement.matches('[data-move]')";

  @Test
  void key_opensTheColumnsATaskMayGoTo_andMovesIt() {
    TeamScript script = new TeamScript(run, "board-keys").task("Move me").task("Stay", "Move me");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      card(page, "Move me").focus();
      page.page().keyboard().press("m");
      Locator dialog = page.page().locator("dialog");
      dialog.locator("[data-to]").first().waitFor();
      assertThat(dialog.locator("[data-to]").allInnerTexts())
          .containsExactly("In progress", "Done");
      page.isAccessible("moves of a task");
      page.screenshot("board-move-light");
      dialog.locator("[data-to=done]").click();
      page.main().locator(".lane-done .card").waitFor();
      page.becomes("document.activeElement?.matches('.lane-done .card')");
      card(page, "Stay").getByText("Ready").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void blockedTask_saysWhatItWaitsFor_andOffersNothing() {
    TeamScript script = new TeamScript(run, "board-blocked").task("First").task("Then", "First");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      card(page, "Then").waitFor();
      page.main().getByRole(AriaRole.BUTTON, named("Move Then")).click();
      page.page().getByText("It waits for 1 other task").waitFor();
      assertThat(page.page().locator("dialog [data-to]").count()).isZero();
      escape(page);
    }
  }

  @Test
  void drag_goesOnlyWhereItMay() {
    TeamScript script = new TeamScript(run, "board-drag").task("Pull me");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      pull(page, "Pull me");
      assertThat(page.main().locator("[data-drop=true]").count()).isEqualTo(2);
      drop(page, ".lane-in_review");
      assertThat(titles(page, "todo")).containsExactly("Pull me");

      pull(page, "Pull me");
      drop(page, ".lane-done");
      page.main().locator(".lane-done .card").waitFor();
      page.becomes("document.querySelector('[data-drop=true]') === null");
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** Pulls a card of the first column until it is known where it may go. */
  private static void pull(OpenPage page, String title) {
    card(page, title).waitFor();
    BoundingBox from = card(page, title).boundingBox();
    page.page().mouse().move(from.x + 40, from.y + 20);
    page.page().mouse().down();
    page.page().mouse().move(from.x + 60, from.y + 30);
    page.page().mouse().move(from.x + 70, from.y + 34);
    page.main().locator(".lane-done[data-drop=true]").waitFor();
  }

  private static void drop(OpenPage page, String lane) {
    BoundingBox to = page.main().locator(lane).boundingBox();
    page.page().mouse().move(to.x + to.width / 2, to.y + 120);
    page.page().mouse().move(to.x + to.width / 2 + 4, to.y + 124);
    page.page().mouse().up();
  }

  /** The agent claims the task while it is pulled: other columns take it from then on. */
  @Test
  void drag_goesWhereItMay_afterAnotherChangedTheTask() {
    TeamScript script = new TeamScript(run, "board-race").task("Race");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      pull(page, "Race");
      assertThat(page.main().locator(".lane-in_review[data-drop=true]").count()).isZero();
      script.claimed("be", "Race");
      page.main().locator(".lane-in_review[data-drop=true]").waitFor();
      drop(page, ".lane-in_review");
      page.main().locator(".lane-in_review .card").waitFor();
      page.becomes("document.querySelector('[data-drop=true]') === null");
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** The dialog reads again where a task may go when somebody else has moved it. */
  @Test
  void dialog_offersTheColumns_afterAnotherChangedTheTask() {
    TeamScript script = new TeamScript(run, "board-dialog-race").task("Race");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      openMoves(page, "Race");
      assertThat(page.page().locator("dialog [data-to]").allInnerTexts())
          .containsExactly("In progress", "Done");
      script.claimed("be", "Race");
      page.page().locator("dialog [data-to=in_review]").waitFor();
      assertThat(page.page().locator("dialog [data-to=in_progress]").count()).isZero();
    }
  }

  private static void openMoves(OpenPage page, String title) {
    card(page, title).waitFor();
    page.main().getByRole(AriaRole.BUTTON, named("Move " + title)).click();
    page.page().locator("dialog [data-to]").first().waitFor();
  }

  /** A hook may take minutes: the person does other things meanwhile. */
  @Test
  void slowMove_isNotMadeTwice_closesNoOtherDialog_andTakesNoFocus() {
    TeamScript script = new TeamScript(run, "board-slow").task("Slow").task("Slower");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      DelayedRequests moves = new DelayedRequests(page.page(), "PATCH", TASKS);
      openMoves(page, "Slow");
      page.page().locator("dialog [data-to=done]").click();
      moves.await(1);
      escape(page);
      assertThat(card(page, "Slow").getAttribute("draggable")).isEqualTo("false");
      assertThat(card(page, "Slow").innerText()).contains("Moving to Done");
      assertThat(page.main().getByRole(AriaRole.BUTTON, named("Move Slow")).isDisabled()).isTrue();
      page.becomes("document.activeElement.closest('.card-place') !== null");
      page.isAccessible("a move under way");
      page.page().keyboard().press("?");
      page.page().locator("dialog[aria-label=Keys]").waitFor();
      moves.release();
      page.main().locator(".lane-done .card").waitFor();
      page.page().waitForTimeout(300);
      assertThat(page.page().locator("dialog[aria-label=Keys]").isVisible()).isTrue();
      escape(page);

      openMoves(page, "Slower");
      page.page().locator("dialog [data-to=done]").click();
      moves.await(1);
      escape(page);
      page.page().locator("#search").focus();
      moves.release();
      page.becomes("document.querySelectorAll('.lane-done .card').length === 2");
      page.page().waitForTimeout(300);
      assertThat(page.page().evaluate("document.activeElement.id")).isEqualTo("search");
      assertThat(page.complaints()).isEmpty();
    }
  }

  /** The browser gives the focus back to the button, which is disabled a moment later. */
  @Test
  void dialogThatIsClosedAsItsMoveBegins_givesTheFocusToTheCard() {
    TeamScript script = new TeamScript(run, "board-at-once").task("At once");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      DelayedRequests moves = new DelayedRequests(page.page(), "PATCH", TASKS);
      openMoves(page, "At once");
      page.becomes("document.activeElement.matches('dialog [data-to]')");
      page.page()
          .evaluate(
              """
              () => {
                document.querySelector("dialog [data-to=done]").click();
                document.querySelector("dialog").close();
              }
              """);
      moves.await(1);
      page.page().locator("dialog").waitFor(detached());
      page.becomes("document.activeElement.matches('.lane-todo .card')");
      moves.release();
      page.main().locator(".lane-done .card").waitFor();
      page.becomes("document.activeElement.matches('.lane-done .card')");
    }
  }

  private static void escape(OpenPage page) {
    page.page().keyboard().press("Escape");
    page.page().locator("dialog").waitFor(detached());
  }

  @Test
  void refusedDrop_isSaidOnItsBoardAlone() {
    TeamScript script = new TeamScript(run, "board-refused").task("Stays");
    TeamScript other = new TeamScript(run, "board-other").task("Of the other");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      pull(page, "Stays");
      page.page().route(TASKS, DelayedRequests::refuse);
      drop(page, ".lane-done");
      page.main().locator(".board-problem").getByText("Not now.").waitFor();
      page.page().unroute(TASKS);
      page.at(other.address("board")).shows("Of the other");
      assertThat(page.main().locator(".board-problem").count()).isZero();
      page.at(script.address("board")).shows("Stays");
      page.main().locator(".board-problem").waitFor();
    }
  }

  @Test
  void dialogThatIsClosed_givesTheFocusBack() {
    TeamScript script = new TeamScript(run, "board-back").task("Here");
    try (OpenPage page = page()) {
      page.at(script.address("board"));
      openMoves(page, "Here");
      page.page().locator("dialog").getByRole(AriaRole.BUTTON, closing()).click();
      page.page().locator("dialog").waitFor(detached());
      page.becomes(IS_MOVE_BUTTON);
      openMoves(page, "Here");
      page.page().mouse().click(5, 5);
      page.page().locator("dialog").waitFor(detached());
      page.becomes(IS_MOVE_BUTTON);
      openMoves(page, "Here");
      escape(page);
      page.becomes(IS_MOVE_BUTTON);
    }
  }

  private static Locator.GetByRoleOptions closing() {
    return new Locator.GetByRoleOptions().setName("Close");
  }

  /** Those who only watch are offered nothing. */
  @Test
  void viewer_isOfferedNoMoves(@TempDir Path data) throws Exception {
    OneFile file = OneFile.closed(data, "the-token-of-the-deployer");
    try (Place closed = file;
        TeamRun team = new TeamRun(closed).begun()) {
      String token =
          CredentialMaker.of(file.server()).token("person", "viewer", "default", "guest");
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), closed, token)) {
        page.at("sessions/" + TeamRun.SESSION + "/board").shows("Keep the cart over a reload");
        assertThat(page.main().locator("[data-move]").count()).isZero();
        assertThat(page.main().locator(".card[draggable=true]").count()).isZero();
        assertThat(team.tasks).isNotEmpty();
      }
    }
  }

  /** Those who work may move what is theirs or nobody's. */
  @Test
  void member_whoMayNotMove_isSaidWhoMay(@TempDir Path data) throws Exception {
    OneFile file = OneFile.closed(data, "the-token-of-the-deployer");
    try (Place closed = file;
        TeamRun team = new TeamRun(closed).begun()) {
      String token =
          CredentialMaker.of(file.server()).token("person", "member", "default", "guest");
      String title = "Keep the cart over a reload";
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), closed, token)) {
        page.at("sessions/" + TeamRun.SESSION + "/board").shows(title);
        page.main().getByRole(AriaRole.BUTTON, named("Move " + title)).click();
        page.page()
            .locator("dialog")
            .getByText("Only builder and lead may change this task.")
            .waitFor();
        assertThat(page.page().locator("dialog [data-to]").count()).isZero();
        escape(page);
        assertThat(team.tasks).isNotEmpty();
      }
    }
  }
}
