package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a task has what was made and said for it, and its history in whole sentences. */
class TaskPageIT extends TeamPage {
  private static final String TITLE = "Write the plan";
  private static final String COMMENT = "Say what happens to old carts.";

  /** A task with two versions of an artifact, two verdicts and messages; another task beside it. */
  private TeamScript worked(String session) {
    TeamScript script = new TeamScript(run, session);
    script.task(TITLE).task("Another one").claimed("be", TITLE);
    script.posted("be", "other.md", "Another one");
    script.judged("be", script.posted("be", "plan.md", TITLE), "qa", "changes_requested", COMMENT);
    script.judged("be", script.posted("be", "plan.md", TITLE), "qa", "approved", "Good now.");
    script.threaded("be", "In the thread of the task.", script.id(TITLE));
    script.about("qa", "Named in the metadata.", TITLE);
    script.told("ops", "The id " + script.id(TITLE) + " is in these words.");
    script.told("ops", "About nothing in particular.");
    return script.moved("be", TITLE, "in_review").moved("be", TITLE, "done");
  }

  private static String address(TeamScript script) {
    return script.address("tasks/" + script.id(TITLE));
  }

  @ParameterizedTest
  @EnumSource
  void task_showsItsArtifacts_itsReviews_andItsMessages(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = worked("task-of-" + name);
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(address(script)).shows("In the thread of the task.");
      Locator artifacts = region(page, "Artifacts and reviews");
      artifacts.getByText(COMMENT).waitFor();
      assertThat(artifacts.innerText())
          .contains("plan.md", "version 2", "Good now.", "Approved", "Changes requested")
          .doesNotContain("other.md");
      Locator said = region(page, "Messages");
      assertThat(said.innerText())
          .contains("Named in the metadata.", "is in these words.")
          .doesNotContain("About nothing in particular.");
      page.screenshot("task-page-" + name);
      page.isAccessible(look + " task");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      artifacts.getByRole(AriaRole.LINK, named("version 1")).click();
      page.page().waitForURL(url -> url.contains("/artifacts/"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void history_isToldInSentences_withTimes() {
    TeamScript script = worked("task-history");
    try (OpenPage page = page()) {
      page.at(address(script)).shows("finished the task.");
      region(page, "History").getByText("approved plan.md, version 2.").first().waitFor();
      Locator steps = region(page, "History").locator(".history-step");
      assertThat(steps.locator(".history-sentence").allInnerTexts())
          .map(String::strip)
          .containsExactly(
              "of-task-history created the task.",
              "be claimed the task.",
              "be posted plan.md.",
              "be asked qa for a verdict on plan.md.",
              "qa requested changes to plan.md.",
              "be posted plan.md, version 2.",
              "be asked qa for a verdict on plan.md, version 2.",
              "qa approved plan.md, version 2.",
              "be put the task in review.",
              "be finished the task.");
      assertThat(steps.locator("time").count()).isEqualTo(10);
    }
  }

  @Test
  void whatIsMadeForAnOpenTask_appears() {
    TeamScript script = new TeamScript(run, "task-live").task(TITLE);
    try (OpenPage page = page()) {
      page.at(address(script)).shows("No artifact was posted for this task.");
      page.shows("No message names this task.");
      script.claimed("be", TITLE).posted("be", "late.md", TITLE);
      page.shows("late.md");
      script.threaded("be", "Said late.", script.id(TITLE));
      page.shows("Said late.");
      region(page, "History").getByText("claimed the task.").waitFor();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void messageAboutATask_goesToItsAssignee_inTheThreadOfTheTask() {
    TeamScript script = new TeamScript(run, "task-said").task(TITLE).claimed("be", TITLE);
    try (OpenPage page = page()) {
      page.at(address(script)).shows("No message names this task.");
      Locator box = page.main().getByLabel("Message be about this task");
      box.fill("How far is it?");
      box.press("Enter");
      region(page, "Messages").getByText("How far is it?").waitFor();
      eventually("be reads it", () -> script.messagesOf("be").contains("How far is it?"));
      assertThat(script.messagesOf("be")).contains("\"thread_id\":\"" + script.id(TITLE) + "\"");
      page.at("sessions/" + script.session).shows("How far is it?");
      page.main().getByRole(AriaRole.LINK, named(TITLE)).click();
      page.shows("Thread " + TITLE);
    }
  }

  /** The claim ends while the person types: the words for one agent are not for everyone. */
  @Test
  void messageBegunForAnAgent_goesToThatAgent_thoughTheTaskIsNoLongerIts() {
    TeamScript script = new TeamScript(run, "task-private").task(TITLE).claimed("be", TITLE);
    try (OpenPage page = page()) {
      page.at(address(script)).shows("No message names this task.");
      Locator box = page.main().getByLabel("Message be about this task");
      box.fill("For be alone.");
      script.moved("be", TITLE, "todo").claimed("fe", TITLE);
      region(page, "History").getByText("fe claimed the task.").waitFor();
      box.press("Enter");
      region(page, "Messages").getByText("For be alone.").waitFor();
      page.main().getByLabel("Message fe about this task").waitFor();
    }
    assertThat(script.messagesOf("be")).contains("For be alone.");
    assertThat(script.messagesOf("fe")).doesNotContain("For be alone.");
  }

  @Test
  void gateOnAnArtifact_countsTheArtifactAmongThoseOfTheTask() {
    String gated =
        run.lead
            .tool(
                "create_task",
                "agent_id",
                "lead",
                "title",
                "Gated by a file",
                "priority",
                "low",
                "gates",
                List.of("artifact:named-by-gate.md"))
            .accepted()
            .get("task_id");
    run.lead
        .tool(
            "post_artifact",
            "agent_id",
            "lead",
            "name",
            "named-by-gate.md",
            "type",
            "document",
            "content",
            "x")
        .accepted();
    try (OpenPage page = page()) {
      page.at("sessions/" + TeamRun.SESSION + "/tasks/" + gated).shows("Gated by a file");
      region(page, "Artifacts and reviews").getByText("named-by-gate.md").first().waitFor();
    }
  }

  private static Locator region(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.REGION, named(name));
  }
}
