package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The throughput and the lead time of a session's tasks. */
class TaskChartsIT extends TeamPage {
  @Test
  void withoutADoneTask_itSaysWhatIsDrawnHere() {
    TeamScript script = new TeamScript(run, "charts-empty").task("One").task("Two");
    try (OpenPage page = page()) {
      page.at(script.address("charts")).shows("No task is done yet");
      page.shows("2 tasks on the board.");
      page.isAccessible("empty charts");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void charts_countTheTasksThatAreDone_andTheTableSaysTheSame() {
    TeamScript script = new TeamScript(run, "charts-done");
    for (String title : new String[] {"One", "Two", "Three"}) {
      script.task(title).claimed("be", title).moved("be", title, "done");
    }
    script.task("Four").claimed("be", "Four");
    try (OpenPage page = page()) {
      page.at(script.address("charts")).shows("3 of 4 tasks");
      Locator throughput = page.main().locator(".task-chart[aria-label='Tasks done'] svg");
      assertThat(throughput.getAttribute("aria-label"))
          .startsWith("Tasks done each 1 min: 3 in all, at most ");
      assertThat(throughput.locator(".chart-label").count()).isGreaterThanOrEqualTo(3);
      assertThat(sum(page, ".task-numbers tbody td:nth-child(2)")).isEqualTo(3);
      assertThat(
              page.main()
                  .locator(".task-chart[aria-label='Lead time'] svg")
                  .getAttribute("aria-label"))
          .startsWith("Lead time of tasks, from creation to done: median ");
      script.moved("be", "Four", "done");
      page.shows("4 of 4 tasks");
      page.becomes(
          "[...document.querySelectorAll('.task-numbers tbody td:nth-child(2)')]"
              + ".reduce((sum, cell) => sum + Number(cell.innerText), 0) === 4");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLook_isReadableAndAccessible(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = new TeamScript(run, "charts-look-" + name);
    for (int i = 0; i < 7; i++) {
      script.task("Task " + i).claimed("be", "Task " + i).moved("be", "Task " + i, "done");
    }
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(script.address("charts")).shows("7 of 7 tasks");
      page.screenshot("charts-" + name);
      page.isAccessible(look + " charts");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static int sum(OpenPage page, String cells) {
    return page.main().locator(cells).allInnerTexts().stream().mapToInt(Integer::parseInt).sum();
  }
}
