package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a task shows its gates, and lets it be edited. */
class TaskGatesPageIT extends MemberPage {
  @Test
  void task_showsItsGatesAsTheyPass_andIsEdited() throws Exception {
    String id = gated("review:tester", "artifact:gate.md");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, token("lead"))) {
      page.at(IN + "/tasks/" + id).shows("needs an artifact of that name");
      assertThat(page.main().locator("#task-status option").allInnerTexts())
          .map(String::strip)
          .containsExactly("Todo", "In progress");
      page.isAccessible("task with gates");
      page.screenshot("task-gates-light");
      run.artifact("gate.md", "document", "x");
      page.main()
          .locator(".gate", withText("gate.md"))
          .locator(".badge", withText("passed"))
          .waitFor();
      page.main().getByRole(AriaRole.BUTTON, named("Edit")).click();
      page.page().locator("#task-title").fill("Gated and edited");
      page.page().locator("#task-priority").selectOption("high");
      page.page().locator("#task-description").fill("It was described anew.");
      page.isAccessible("edit of a task");
      page.screenshot("task-edit-light");
      page.page().locator("dialog").getByRole(AriaRole.BUTTON, named("Save")).click();
      page.page().locator("dialog").waitFor(detached());
      page.shows("Gated and edited").shows("It was described anew.");
      page.becomes("document.activeElement.innerText.trim() === 'Edit'");
      page.page().reload();
      page.live().shows("It was described anew.");
      assertThat(page.main().locator(".facts .priority-high").count()).isOne();
      page.at(IN + "/board").shows("Gated and edited");
      assertThat(
              page.main()
                  .locator(".card", withText("Gated and edited"))
                  .locator(".priority-high")
                  .count())
          .isOne();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void task_withAGateThatOnlyAHookOpens_saysSoWhenItIsRefused() throws Exception {
    String id = gated("hook:after_task");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, token("lead"))) {
      page.at(IN + "/tasks/" + id).shows("needs a successful run");
      page.main().locator("#task-status").selectOption("done");
      page.shows("Open gates: 'hook:after_task' needs a successful run");
      page.becomes("document.querySelector('#task-status').value === 'todo'");
      page.screenshot("task-gates-refused-light");
    }
  }

  @Test
  void task_isMadeWithGates() throws Exception {
    try (OpenPage page = page()) {
      page.at(IN + "/board").shows("Keep the cart over a reload");
      page.page().keyboard().press("c");
      page.page().locator("#task-title").fill("Made with gates");
      page.page().locator("#task-gates").fill("review:tester\n\n artifact:made.md ");
      page.isAccessible("new task with gates");
      page.page().getByText("Create the task").click();
      page.page().locator("dialog").waitFor(detached());
      page.main().locator(".card", withText("Made with gates")).click();
      page.shows("needs an artifact of that name");
      page.shows("needs an approval by tester");
    }
  }

  private String gated(String... gates) {
    return run.builder
        .tool(
            "create_task",
            "agent_id",
            "builder",
            "title",
            "Gated",
            "priority",
            "low",
            "gates",
            List.of(gates))
        .accepted()
        .get("task_id");
  }
}
