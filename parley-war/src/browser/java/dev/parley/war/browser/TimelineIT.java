package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run as a picture: agents as lanes, tasks, reviews and waits as bars. */
class TimelineIT extends TeamPage {
  private static final int TASKS = 520;
  private static final int AGENTS = 8;
  private static final int RUNS = 5;

  /** Milliseconds from a change of the address until the bars are painted. */
  private static final String OPENED =
      """
      (address) => new Promise((done) => {
        const begun = performance.now();
        location.hash = address;
        const look = () => {
          if (document.querySelectorAll(".timeline-frame .bar-of").length < 400) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
        };
        look();
      })
      """;

  /** The pairs of bars of one lane that lie over each other by more than a border. */
  private static final String OVERLAPS =
      """
      (() => {
        let count = 0;
        for (const lane of document.querySelectorAll(".timeline-lane")) {
          const boxes = [...lane.querySelectorAll(".bar-of")].map((one) => one.getBoundingClientRect());
          boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
            if (a.left + 2 < b.right && b.left + 2 < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom) count++;
          }));
        }
        return count;
      })()
      """
          .strip();

  @Test
  void emptySession_saysWhatIsDrawnHere() {
    TeamScript none = new TeamScript(run, "timeline-empty");
    try (OpenPage page = page()) {
      page.at(none.address("timeline")).shows("Nobody has worked on anything yet");
      page.isAccessible("empty timeline");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void claims_areBarsInTheLaneOfTheirAgent_andOpenTheTask() {
    TeamScript script = new TeamScript(run, "timeline-claims");
    script.task("Parser").task("Guide");
    script.claimed("be", "Parser").moved("be", "Parser", "in_review");
    script.moved("be", "Parser", "done");
    script.claimed("fe", "Guide");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      bar(page, "Parser").waitFor();
      assertThat(page.main().locator(".timeline-name bdi").allInnerTexts())
          .containsExactly("be", "fe");
      assertThat(bar(page, "Parser").getAttribute("data-outcome")).isEqualTo("done");
      assertThat(bar(page, "Parser").getAttribute("aria-label"))
          .startsWith("Task Parser; be; Done; from ")
          .contains("of it in review");
      assertThat(bar(page, "Parser").locator(".bar-review").count()).isOne();
      assertThat(bar(page, "Guide").getAttribute("aria-label")).contains("fe; In progress");
      page.screenshot("timeline-claims-light");
      bar(page, "Parser").click();
      page.page().waitForURL(url -> url.endsWith("/tasks/" + script.id("Parser")));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void taskThatComesBack_isTwoBars_andTheFirstSaysSo() {
    TeamScript script = new TeamScript(run, "timeline-back");
    script.task("Twice").claimed("be", "Twice").moved("be", "Twice", "todo");
    script.claimed("fe", "Twice").moved("fe", "Twice", "done");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      bar(page, "Twice").waitFor();
      assertThat(page.main().locator(".timeline-frame .bar-of-task").count()).isEqualTo(2);
      assertThat(lane(page, "be").locator(".bar-of").getAttribute("aria-label"))
          .contains("Returned to the board");
      assertThat(lane(page, "fe").locator(".bar-of").getAttribute("aria-label")).contains("Done");
    }
  }

  @Test
  void reviewsAndWaits_areBars_ofTheReviewerAndOfTheOneThatWaits() {
    TeamScript script = new TeamScript(run, "timeline-waits");
    script.task("Build").taskOf("docs", "Describe", "Build").claimed("be", "Build");
    script.reviewed("be", "plan.md", "tester", "changes_requested");
    script.asked("be", "notes.md", "tester");
    script.said("be", "end:waiting | Which of the two formats?", "guest");
    script.said("lead", "The first.", "be");
    script.moved("be", "Build", "done");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      Locator judged = lane(page, "tester").locator(".bar-of-review").first();
      judged.waitFor();
      assertThat(judged.getAttribute("aria-label"))
          .contains("Review plan.md, asked by be", "Changes requested");
      assertThat(lane(page, "tester").locator(".bar-of-review").last().getAttribute("aria-label"))
          .contains("Review notes.md", "Waiting for a verdict");
      assertThat(lane(page, "be").locator(".bar-of-wait").getAttribute("aria-label"))
          .contains("for an answer of guest: Which of the two formats?", "Over");
      assertThat(lane(page, "docs").locator(".bar-of-wait").getAttribute("aria-label"))
          .contains("Wait for Build", "Over");
      assertThat(page.page().evaluate(OVERLAPS)).isEqualTo(0);
      judged.click();
      page.page().waitForURL(url -> url.contains("/artifacts/"));
    }
  }

  @Test
  void table_hasTheSameInWords_andStandsInTheAddress() {
    TeamScript script = new TeamScript(run, "timeline-table");
    script.task("Parser").claimed("be", "Parser").moved("be", "Parser", "done");
    script.asked("be", "plan.md", "tester");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      bar(page, "Parser").waitFor();
      page.main().getByRole(AriaRole.BUTTON, named("Table")).click();
      page.page().waitForURL(url -> url.endsWith("as=table"));
      Locator rows = page.main().locator(".timeline-table tbody tr");
      assertThat(rows.count()).isEqualTo(2);
      assertThat(rows.first().innerText()).contains("be", "Task", "Parser", "Done");
      assertThat(rows.last().innerText()).contains("tester", "Review", "plan.md, asked by be");
      assertThat(page.main().locator(".timeline-frame").count()).isZero();
      page.screenshot("timeline-table-light");
      page.isAccessible("timeline as a table");
      page.page().reload();
      page.live().shows("plan.md, asked by be");
      page.main().getByRole(AriaRole.BUTTON, named("Picture")).click();
      bar(page, "Parser").waitFor();
    }
  }

  @Test
  void whatHappens_isDrawnWhileItIsLookedAt_andKeepsTheFocus() {
    TeamScript script = new TeamScript(run, "timeline-live");
    script.task("One").task("Two").claimed("be", "One");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      bar(page, "One").focus();
      script.claimed("fe", "Two");
      bar(page, "Two").waitFor();
      script.moved("be", "One", "done");
      page.main().locator(".bar-of[data-outcome=done][title^='Task One']").waitFor();
      hasFocus(page, "Task One");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void keys_goAlongALaneAndToTheNext_andZoom() {
    TeamScript script = new TeamScript(run, "timeline-keys");
    for (String title : List.of("A", "B", "C")) {
      script.task(title).claimed("be", title).moved("be", title, "done");
    }
    script.task("D").claimed("fe", "D");
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      bar(page, "D").waitFor();
      page.main().locator(".bar-of[tabindex='0']").focus();
      hasFocus(page, "Task A");
      page.page().keyboard().press("ArrowRight");
      hasFocus(page, "Task B");
      page.page().keyboard().press("ArrowDown");
      hasFocus(page, "Task D");
      page.page().keyboard().press("ArrowUp");
      hasFocus(page, "Task C");
      page.page().keyboard().press("ArrowLeft");
      hasFocus(page, "Task B");
      page.page().keyboard().press("Home");
      hasFocus(page, "Task A");
      page.page().keyboard().press("End");
      hasFocus(page, "Task D");
      assertThat(page.main().locator(".bar-of[tabindex='0']").count()).isOne();
      page.becomes("!" + IS_WIDER);
      double before = box(page, "A").width;
      page.page().keyboard().press("+");
      page.becomes(IS_WIDER);
      assertThat(box(page, "A").width).isGreaterThanOrEqualTo(before);
      page.page().keyboard().press("0");
      page.becomes("!" + IS_WIDER);
      page.main().getByRole(AriaRole.BUTTON, named("Zoom in")).click();
      page.becomes(IS_WIDER);
      page.main().getByRole(AriaRole.BUTTON, named("Fit")).click();
      page.becomes("!" + IS_WIDER);
      page.main().locator(".bar-of[tabindex='0']").focus();
      page.page().keyboard().press("Enter");
      page.page().waitForURL(url -> url.contains("/tasks/"));
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static final String IS_WIDER =
      """
      (() => {
        const frame = document.querySelector(".timeline-frame");
        return frame.scrollWidth > frame.clientWidth + 40;
      })()
      """
          .strip();

  @ParameterizedTest
  @EnumSource
  void everyLook_isReadableAndAccessible(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TeamScript script = new TeamScript(run, "timeline-look-" + name);
    script.task("Build").taskOf("docs", "Describe it", "Build");
    script.task("A title that is much too long for the bar that it stands in, so that it is cut");
    script.claimed("be", "Build").reviewed("be", "plan.md", "tester", "approved");
    script.claimed(
        "fe", "A title that is much too long for the bar that it stands in, so that it is cut");
    script.said("fe", "end:waiting | Which of the two?", "guest");
    script
        .moved("be", "Build", "todo")
        .claimed("be-2", "Build")
        .moved("be-2", "Build", "in_review");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(script.address("timeline"));
      page.main().locator(".timeline-frame .bar-of-wait").first().waitFor();
      page.screenshot("timeline-" + name);
      page.isAccessible(look + " timeline");
      isNoWider(page);
      page.main().locator(".bar-of[tabindex='0']").focus();
      page.page().keyboard().press("ArrowDown");
      page.screenshot("timeline-focus-" + name);
      page.at(script.address("timeline") + "?as=table").shows("Which of the two?");
      page.screenshot("timeline-table-" + name);
      page.isAccessible(look + " table");
      isNoWider(page);
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void timelineOf2000Events_opensInASecond_andSaysWhatIsLeftOut() {
    TeamScript script = large();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      try (OpenPage page = page()) {
        page.at("now").shows("Now");
        String address = "#/" + script.address("timeline");
        times.add(((Number) page.page().evaluate(OPENED, address)).doubleValue());
        assertThat(page.complaints()).isEmpty();
      }
    }
    Figures.print("timeline of 2,000 events opened, ms", times);
    assertThat(times.stream().mapToDouble(Double::doubleValue).sorted().toArray()[RUNS / 2])
        .as("the median in milliseconds; below a second on a machine that does nothing else")
        .isLessThan(3_000);
    try (OpenPage page = page()) {
      page.at(script.address("timeline"));
      page.shows("Only the newest 2,000 events are drawn.");
      page.shows("changes of tasks and reviews before");
      assertThat(page.main().locator(".timeline-lane").count()).isEqualTo(AGENTS);
      page.becomes(OVERLAPS + " === 0");
      page.screenshot("timeline-2000-light");
      page.isAccessible("2,000 events");
      page.main().getByRole(AriaRole.BUTTON, named("Zoom in")).click();
      page.screenshot("timeline-2000-zoomed-light");
      isNoWider(page);
    }
    try (OpenPage page = new OpenPage(Look.PHONE_DARK.in(chromium), place)) {
      page.at(script.address("timeline")).shows("Only the newest");
      page.becomes(OVERLAPS + " === 0");
      page.screenshot("timeline-2000-phone_dark");
      isNoWider(page);
    }
  }

  /** Events leave dependencies out; what came while another view was open is read, and drawn. */
  @Test
  void taskThatCame_whileAnotherViewWasOpen_isDrawnWithWhatItWaitsFor() {
    TeamScript script = new TeamScript(run, "timeline-aside").task("Build").task("Then", "Build");
    TeamScript current = new TeamScript(run, "timeline-current");
    try (OpenPage page = page()) {
      page.at("sessions/" + script.session + "/tasks/" + script.id("Then")).shows("Build");
      page.becomes(tasksOnBoard(script, 2));
      script.taskOf("docs", "Describe", "Build").task("Later");
      page.becomes(tasksOnBoard(script, 4));
      page.page().evaluate("location.hash = '#/" + script.address("timeline") + "'");
      lane(page, "docs").locator(".bar-of-wait").waitFor();
      assertThat(current.session).isNotEqualTo(script.session);
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static String tasksOnBoard(TeamScript script, int count) {
    return """
        import(new URL("assets/board.js", document.baseURI).href)
          .then(({ knownBoard }) => knownBoard("%s")?.tasks.size === %d)
        """
        .strip()
        .formatted(script.session, count);
  }

  @Test
  void whatDrawsIt_isLoadedWhenItIsOpened() {
    TeamScript script = new TeamScript(run, "timeline-loaded");
    script.task("Parser").claimed("be", "Parser");
    try (OpenPage page = page()) {
      List<String> loaded = new CopyOnWriteArrayList<>();
      page.page().onResponse(response -> loaded.add(response.url()));
      page.at("now").shows("Now");
      page.page().evaluate("location.hash = '#/" + script.address("board") + "'");
      page.shows("Parser");
      assertThat(loaded)
          .noneMatch(url -> url.contains("/assets/timeline/") || url.contains("/assets/charts/"));
      page.main().getByRole(AriaRole.LINK, named("Timeline")).click();
      bar(page, "Parser").waitFor();
      assertThat(loaded).anyMatch(url -> url.contains("/assets/timeline/drawing.js"));
      page.at("now").shows("Now");
      page.page().keyboard().press("g");
      page.page().keyboard().press("l");
      page.page().waitForURL(url -> url.endsWith("/timeline"));
    }
  }

  /** The tasks of eight agents over a year that is short: four changes of each task. */
  private TeamScript large() {
    TeamScript script = new TeamScript(run, "timeline-large");
    for (int i = 0; i < TASKS; i++) {
      String agent = "worker-" + i % AGENTS;
      script.task("Task number " + i).claimed(agent, "Task number " + i);
      script.moved(agent, "Task number " + i, "in_review");
      script.moved(agent, "Task number " + i, i % 9 == 0 ? "todo" : "done");
    }
    return script;
  }

  private static Locator bar(OpenPage page, String title) {
    return page.main()
        .locator(".timeline-frame .bar-of")
        .filter(new Locator.FilterOptions().setHasText(title))
        .first();
  }

  private static Locator lane(OpenPage page, String agent) {
    return page.main()
        .locator(".timeline-lane")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.page().locator(".timeline-name bdi[title='" + agent + "']")));
  }

  private static BoundingBox box(OpenPage page, String title) {
    return bar(page, title).boundingBox();
  }

  private static void hasFocus(OpenPage page, String words) {
    page.becomes(
        "document.activeElement.getAttribute('title')?.startsWith('" + words + "') === true");
  }

  private static void isNoWider(OpenPage page) {
    assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
        .isEqualTo(page.page().viewportSize().width);
  }
}
