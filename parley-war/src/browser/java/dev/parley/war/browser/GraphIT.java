package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

/** The dependencies of a session's tasks as a picture. */
class GraphIT extends TeamPage {
  private static final int TASKS = 500;
  private static final int LINKED = 400;
  private static final int RUNS = 5;

  /** Milliseconds from a click on the tab until the boxes of the tasks are painted. */
  private static final String OPENED =
      """
      (address) => new Promise((done) => {
        const begun = performance.now();
        location.hash = address;
        const look = () => {
          if (document.querySelectorAll(".graph-canvas .node").length < 400) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
        };
        look();
      })
      """;

  /** The pairs of boxes that lie over each other. */
  private static final String OVERLAPS =
      """
      (() => {
        const boxes = [...document.querySelectorAll(".graph-canvas .node")].map((one) => one.getBoundingClientRect());
        let count = 0;
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
          if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) count++;
        }));
        return count;
      })()
      """;

  @Test
  void emptySession_saysHowTasksAreMade() {
    TaskChart none = new TaskChart(run, "graph-empty");
    try (OpenPage page = page()) {
      page.at(none.address()).shows("No tasks yet");
      page.shows("depends_on");
      page.screenshot("graph-empty-light");
      page.isAccessible("empty graph");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void tasksWithoutDependencies_areListed() {
    TaskChart chart = new TaskChart(run, "graph-alone").task("One").task("Two").task("Three");
    chart.claimed("Two").moved("Two", "done");
    try (OpenPage page = page()) {
      page.at(chart.address()).shows("Without dependencies");
      assertThat(page.main().locator(".alone .node").count()).isEqualTo(3);
      assertThat(page.main().locator(".alone .node").last().innerText()).contains("Two", "Done");
      assertThat(page.main().locator(".graph-frame").count()).isZero();
      page.screenshot("graph-alone-light");
      page.isAccessible("tasks alone");
    }
  }

  @Test
  void chain_goesWithTime_andKeysFollowIt() {
    TaskChart chart = chain(new TaskChart(run, "graph-chain"));
    try (OpenPage page = page()) {
      page.at(chart.address());
      node(page, "Design").waitFor();
      List<Double> lefts = new ArrayList<>();
      for (String title : List.of("Design", "Build", "Test", "Review", "Ship")) {
        lefts.add(box(page, title).x);
      }
      assertThat(lefts).isSorted().doesNotHaveDuplicates();
      assertThat(page.main().locator(".graph-lines .line[marker-end]").count()).isEqualTo(4);
      assertThat(node(page, "Design").innerText()).contains("Done");
      assertThat(node(page, "Build").innerText()).contains("In progress", "of-graph-chain");
      assertThat(node(page, "Test").innerText()).contains("Blocked by 1");
      assertThat(node(page, "Test").getAttribute("aria-label"))
          .contains("waits for Build (In progress)", "blocks 1 task", "no assignee");
      page.main().locator(".graph-canvas .node[tabindex='0']").focus();
      for (String title : List.of("Build", "Test", "Review", "Ship")) {
        page.page().keyboard().press("ArrowRight");
        hasFocus(page, title);
      }
      page.page().keyboard().press("ArrowRight");
      hasFocus(page, "Ship");
      page.page().keyboard().press("ArrowLeft");
      hasFocus(page, "Review");
      page.becomes("document.querySelectorAll('.line-current').length === 2");
      page.page().keyboard().press("Home");
      hasFocus(page, "Design");
      page.screenshot("graph-chain-light");
      page.page().keyboard().press("Enter");
      page.page().waitForURL(url -> url.endsWith("/tasks/" + chart.id("Design")));
      page.main().locator("a[data-up]").waitFor();
      page.page().keyboard().press("Escape");
      page.page().waitForURL(url -> url.endsWith(chart.address()));
      node(page, "Ship").waitFor();
      node(page, "Ship").click();
      page.page().waitForURL(url -> url.endsWith("/tasks/" + chart.id("Ship")));
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void diamond_isKeptRight_whileItIsLookedAt() {
    TaskChart chart = diamond(new TaskChart(run, "graph-diamond"));
    try (OpenPage page = page()) {
      page.at(chart.address());
      node(page, "Join").waitFor();
      assertThat(page.page().evaluate(OVERLAPS)).isEqualTo(0);
      assertThat(node(page, "Join").innerText()).contains("Blocked by 2");
      assertThat(node(page, "Left").innerText()).contains("Blocked by 1");
      node(page, "Left").focus();
      String aside = box(page, "Left").y < box(page, "Right").y ? "ArrowDown" : "ArrowUp";
      page.page().keyboard().press(aside);
      hasFocus(page, "Right");

      chart.claimed("Split").moved("Split", "done");
      page.main().locator(".node-ready").filter(has("Left")).waitFor();
      hasFocus(page, "Right");
      assertThat(page.main().locator(".line-done").count() + currentLines(page)).isPositive();

      BoundingBox before = box(page, "Right");
      chart.task("After it all", "Join").task("Before the join", "Split");
      page.main().locator(".graph-canvas .node").filter(has("Before the join")).waitFor();
      page.main().locator(".graph-canvas .node").filter(has("After it all")).waitFor();
      page.becomes("document.querySelectorAll('.graph-lines .line').length === 6");
      hasFocus(page, "Right");
      assertThat(box(page, "Right").x).isCloseTo(before.x, within(2.0));
      assertThat(page.page().evaluate(OVERLAPS)).isEqualTo(0);
      page.screenshot("graph-diamond-light");
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void choiceOfTasks_standsInTheAddress() {
    TaskChart chart = chain(new TaskChart(run, "graph-choice"));
    try (OpenPage page = page()) {
      page.at(chart.address());
      node(page, "Design").waitFor();
      page.main().getByLabel("Tasks shown").selectOption("open");
      page.page().waitForURL(url -> url.endsWith("show=open"));
      page.becomes("document.querySelectorAll('.graph-canvas .node').length === 4");
      page.page().reload();
      page.live();
      node(page, "Ship").waitFor();
      assertThat(page.main().locator(".graph-canvas .node").count()).isEqualTo(4);
      page.main().getByLabel("Tasks shown").selectOption("in_review");
      page.shows("No such task");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLook_isReadableAndAccessible(Look look) {
    String name = look.name().toLowerCase(Locale.ROOT);
    TaskChart chart = diamond(chain(new TaskChart(run, "graph-look-" + name)));
    chart.taskOf("tester", "Nothing waits for this").task("Nor for this, which nobody has");
    chart.task(
        "A title that is much too long for two lines of a box, so that the rest of it is only in"
            + " the name and in the tooltip",
        "Test");
    try (OpenPage page = new OpenPage(look.in(chromium), place)) {
      page.at(chart.address());
      node(page, "Ship").waitFor();
      node(page, "A title that is").waitFor();
      page.screenshot("graph-" + name);
      page.isAccessible(look + " graph");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
      page.main().locator(".graph-canvas .node[tabindex='0']").focus();
      page.page().keyboard().press(look.name().startsWith("PHONE") ? "ArrowDown" : "ArrowRight");
      page.screenshot("graph-focus-" + name);
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void zoom_hasButtonsAndKeys_andFitShowsAll() {
    TaskChart chart = new TaskChart(run, "graph-zoom").task("T0");
    for (int i = 1; i < 12; i++) {
      chart.task("T" + i, "T" + (i - 1));
    }
    try (OpenPage page = page()) {
      page.at(chart.address());
      node(page, "T0").waitFor();
      page.becomes(ALL_SEEN + " === false");
      page.main().getByRole(AriaRole.BUTTON, named("Fit")).click();
      page.becomes(ALL_SEEN);
      String fitted = page.main().locator(".graph-scale").innerText();
      page.main().getByRole(AriaRole.BUTTON, named("Zoom in")).click();
      page.becomes("document.querySelector('.graph-scale').innerText !== '" + fitted + "'");
      page.main().getByRole(AriaRole.BUTTON, named("Zoom out")).click();
      page.becomes("document.querySelector('.graph-scale').innerText === '" + fitted + "'");
      page.main().locator(".graph-canvas .node[tabindex='0']").focus();
      page.page().keyboard().press("1");
      page.becomes("document.querySelector('.graph-scale').innerText === '100 %'");
      page.page().keyboard().press("End");
      hasFocus(page, "T11");
      page.becomes(FOCUS_SEEN);
      page.page().keyboard().press("0");
      page.becomes(ALL_SEEN);
    }
  }

  private static final String ALL_SEEN =
      """
      (() => {
        const frame = document.querySelector(".graph-frame");
        return frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight;
      })()
      """
          .strip();

  private static final String FOCUS_SEEN =
      """
      (() => {
        const frame = document.querySelector(".graph-frame").getBoundingClientRect();
        const node = document.activeElement.getBoundingClientRect();
        return node.left >= frame.left && node.right <= frame.right;
      })()
      """
          .strip();

  @Test
  void graphOf500Tasks_opensInASecond() {
    TaskChart chart = large();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      try (OpenPage page = page()) {
        page.at("now").shows("Now");
        times.add(((Number) page.page().evaluate(OPENED, "#/" + chart.address())).doubleValue());
        assertThat(page.complaints()).isEmpty();
      }
    }
    Figures.print("graph of " + TASKS + " tasks opened, ms", times);
    assertThat(times.stream().mapToDouble(Double::doubleValue).min().orElseThrow())
        .as("milliseconds; less than a second on a machine that does nothing else")
        .isLessThan(3_000);
    try (OpenPage page = page()) {
      page.at(chart.address());
      page.becomes("document.querySelectorAll('.graph-canvas .node').length === " + LINKED);
      page.shows(TASKS - LINKED - 60 + " more");
      assertThat(page.page().evaluate(OVERLAPS)).isEqualTo(0);
      page.screenshot("graph-500-light");
      page.main().getByRole(AriaRole.BUTTON, named("Fit")).click();
      page.page().waitForTimeout(200);
      page.screenshot("graph-500-fit-light");
      page.isAccessible("500 tasks");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
    }
    try (OpenPage page = new OpenPage(Look.PHONE_DARK.in(chromium), place)) {
      page.at(chart.address());
      page.becomes("document.querySelectorAll('.graph-canvas .node').length === " + LINKED);
      page.screenshot("graph-500-phone_dark");
      assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
          .isEqualTo(page.page().viewportSize().width);
    }
  }

  @Test
  void whatDrawsIt_isLoadedWhenItIsOpened() {
    TaskChart chart = chain(new TaskChart(run, "graph-loaded"));
    try (OpenPage page = page()) {
      List<String> loaded = new CopyOnWriteArrayList<>();
      page.page().onResponse(response -> loaded.add(response.url()));
      page.at("now").shows("Now");
      page.page().evaluate("location.hash = '#/sessions/" + chart.session + "/board'");
      page.shows("Ship");
      assertThat(loaded).noneMatch(url -> url.contains("/assets/graph/") || url.contains("dag"));
      page.main().getByRole(AriaRole.LINK, named("Graph")).click();
      node(page, "Ship").waitFor();
      assertThat(loaded).anyMatch(url -> url.contains("/assets/graph/drawing.js"));
      page.at("now").shows("Now");
      page.page().keyboard().press("g");
      page.page().keyboard().press("d");
      page.page().waitForURL(url -> url.endsWith("/graph"));
    }
  }

  private static TaskChart chain(TaskChart chart) {
    chart.task("Design").task("Build", "Design").task("Test", "Build").task("Review", "Test");
    return chart
        .taskOf("lead", "Ship", "Review")
        .claimed("Design")
        .moved("Design", "done")
        .claimed("Build");
  }

  private static TaskChart diamond(TaskChart chart) {
    return chart
        .task("Split")
        .taskOf("builder", "Left", "Split")
        .taskOf("tester", "Right", "Split")
        .task("Join", "Left", "Right");
  }

  /** Forty rows of ten tasks, which meet now and then; and a hundred alone. */
  private TaskChart large() {
    TaskChart chart = new TaskChart(run, "graph-large");
    for (int i = 0; i < LINKED; i++) {
      String title = "Task number " + i + " of many, with a title of some length";
      if (i % 10 == 0) {
        chart.named("n" + i, title);
      } else if (i % 7 == 3 && i > 20) {
        chart.named("n" + i, title, "n" + (i - 1), "n" + (i - 11));
      } else {
        chart.named("n" + i, title, "n" + (i - 1));
      }
    }
    for (int i = LINKED; i < TASKS; i++) {
      chart.named("n" + i, "Task number " + i + ", alone");
    }
    for (int i = 0; i < LINKED; i += 20) {
      chart.claimed("n" + i).moved("n" + i, "done").claimed("n" + (i + 1));
    }
    return chart;
  }

  private static Locator node(OpenPage page, String title) {
    return page.main().locator(".node").filter(has(title)).first();
  }

  private static BoundingBox box(OpenPage page, String title) {
    return node(page, title).boundingBox();
  }

  private static int currentLines(OpenPage page) {
    return page.main().locator(".line-current").count();
  }

  private static void hasFocus(OpenPage page, String title) {
    page.becomes("document.activeElement.getAttribute('title') === '" + title + "'");
  }

  private static Locator.FilterOptions has(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }
}
