package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.detached;
import static dev.parley.war.browser.Locators.named;
import static dev.parley.war.browser.Locators.withText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a run say how it stands, and offer a person what the person may do. */
class WorkPagesIT extends MemberPage {
  private static final String LONG = "A title that goes on and on, ".repeat(8) + "to its very end";

  private static final String SCROLLED =
      "document.querySelector('.lane-todo .cards')?.scrollTop > 500";

  /** The part of the bar that is filled, and the counts below it, as one frame shows both. */
  private static final String BAR_AND_COUNTS =
      """
      [
        [...document.querySelectorAll("main .bar rect:not(.bar-rest)")]
            .reduce((sum, part) => sum + Number(part.getAttribute("width")), 0),
        ...[...document.querySelectorAll("main .counts dd")].map((count) => Number(count.innerText)),
      ]
      """;

  @Test
  void viewer_isOfferedNothingToWriteWith() throws Exception {
    String free = run.task("Free, and only seen", "critical", "");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, token("viewer"))) {
      page.page()
          .waitForResponse(
              answer -> answer.url().endsWith("/api/workspaces"), () -> page.at("rooms/planning"));
      page.shows("You can read here, and not write.");
      assertThat(page.page().locator("[data-workspace]").count()).as("workspaces").isZero();
      assertThat(page.main().locator("textarea").count()).isZero();
      assertThat(page.main().getByRole(AriaRole.BUTTON, named("Join")).count()).isZero();
      page.isAccessible("room of a viewer");
      page.screenshot("room-viewer-light");
      page.at("rooms").shows("planning");
      assertThat(page.main().locator("form").count()).isZero();
      page.at(IN + "/board").shows("Free, and only seen");
      assertThat(page.main().locator("[data-new]").count()).isZero();
      page.at(IN + "/tasks/" + free).shows("Free, and only seen");
      assertThat(page.main().getByRole(AriaRole.COMBOBOX).count()).isZero();
      page.at("memory?of=").shows("Tests first");
      assertThat(page.main().getByRole(AriaRole.BUTTON, named("Section")).count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void lead_isOfferedTheTasksAndReviewsOfOthers() throws Exception {
    String artifact = run.artifact("led.md", "document", "one");
    run.builder.tool(
        "request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", "tester");
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, token("lead"))) {
      page.at(IN + "/tasks/" + run.tasks.get(0)).shows("Keep the cart over a reload");
      page.main().locator("#task-status").waitFor();
      page.main().locator("#task-with").waitFor();
      page.screenshot("task-lead-light");
      page.at(IN + "/artifacts/" + artifact).shows("A verdict in place of tester");
      page.isAccessible("review for a lead");
      page.screenshot("review-lead-light");
      page.main().getByRole(AriaRole.BUTTON, named("Approve")).click();
      page.main().getByRole(AriaRole.BUTTON, named("Approve")).waitFor(detached());
      page.shows("approved");
    }
  }

  @Test
  void artifact_isDownloaded_andTheSessionIsExported() throws Exception {
    String artifact = run.artifact("fetched.md", "document", "# Fetched");
    try (OpenPage page = page()) {
      page.at(IN + "/artifacts/" + artifact).shows("fetched.md");
      page.isAccessible("artifact with its downloads");
      page.screenshot("artifact-downloads-light");
      Download file = page.page().waitForDownload(() -> link(page, "Download").click());
      assertThat(file.suggestedFilename()).isEqualTo("fetched.md");
      assertThat(file.path()).hasContent("# Fetched");
      page.at(IN).shows("Export the session as");
      page.screenshot("session-export-light");
      Download markdown = page.page().waitForDownload(() -> link(page, "Markdown").click());
      assertThat(markdown.suggestedFilename()).endsWith(".md");
      assertThat(markdown.path()).content().contains("## Tasks", "# Fetched");
      Download json = page.page().waitForDownload(() -> link(page, "JSON").click());
      assertThat(json.path()).content().contains("\"content\":\"# Fetched\"");
      assertThat(page.complaints()).isEmpty();
    }
  }

  private static Locator link(OpenPage page, String name) {
    return page.main().getByRole(AriaRole.LINK, named(name));
  }

  @Test
  void bar_countsTodo() {
    try (OpenPage page = page()) {
      page.at(IN).shows("Two of us on the cart");
      page.main().locator(".bar").waitFor();
      List<Double> drawn = numbers(page.page().evaluate(BAR_AND_COUNTS));
      double filled = drawn.get(0);
      List<Double> counts = drawn.subList(1, drawn.size());
      double all = counts.stream().mapToDouble(Double::doubleValue).sum();
      assertThat(counts.get(0)).as("todo").isPositive();
      assertThat(filled).isCloseTo(100.0 * (all - counts.get(0)) / all, within(0.5));
    }
  }

  private static List<Double> numbers(Object read) {
    return ((List<?>) read).stream().map(one -> ((Number) one).doubleValue()).toList();
  }

  @Test
  void task_ofOthers_offersNoControl_andShowsWhoHasIt() {
    try (OpenPage page = page()) {
      page.at(IN + "/tasks/" + run.tasks.get(0)).shows("may change this task");
      assertThat(page.main().getByRole(AriaRole.COMBOBOX).count()).isZero();
      assertThat(page.main().getByRole(AriaRole.BUTTON, named("Assign")).count()).isZero();
      assertThat(page.main().locator(".facts").innerText()).contains("builder");
      page.screenshot("task-of-others-light");
      page.isAccessible("task of others");
    }
  }

  @Test
  void task_thatIsFree_isOfferedWhereItCanGo_andTheFieldShowsTheHolder() {
    String free = run.task("Free for all", "low", "");
    try (OpenPage page = page()) {
      page.at(IN + "/tasks/" + free).shows("Free for all");
      page.main().locator("#task-status").waitFor();
      assertThat(page.main().locator("#task-status option").allInnerTexts())
          .map(String::strip)
          .containsExactly("Todo", "In progress", "Done");
      page.main().locator("#task-with").fill("nobody-yet");
      run.tester.tool("claim_task", "agent_id", "tester", "task_id", free);
      page.main().getByText("Only tester and lead may change this task.").waitFor();
      assertThat(page.main().locator("#task-with").count()).isZero();
    }
  }

  @Test
  void task_withALongTitle_showsAllOfIt() {
    String id = run.task(LONG, "low", "");
    for (Look look : List.of(Look.LIGHT, Look.PHONE_DARK)) {
      try (OpenPage page = new OpenPage(look.in(chromium), place)) {
        page.at(IN + "/tasks/" + id).shows("to its very end");
        page.becomes(
            "(() => { const h = document.querySelector('main h1');"
                + " return h.innerText.includes('to its very end')"
                + " && h.scrollHeight <= h.clientHeight; })()");
        page.becomes("document.title.includes('to its very end')");
        page.screenshot("task-long-" + look);
      }
    }
  }

  @Test
  void titles_nameTheThing() {
    try (OpenPage page = page()) {
      for (String part : List.of("", "/board", "/artifacts", "/replay")) {
        page.at(IN + part).shows(TeamRun.SESSION);
        page.becomes("document.title.includes('" + TeamRun.SESSION + "')");
      }
      page.at(IN + "/artifacts/" + run.plan).shows("tell support");
      page.becomes("document.title.includes('plan.md')");
    }
  }

  @Test
  void review_ofOthers_isNotOfferedAnAnswer_andOneOnAnEarlierVersionStays() {
    String first = run.artifact("notes.md", "document", "one");
    run.builder.tool(
        "request_review", "agent_id", "builder", "artifact_id", first, "reviewer", "lead");
    String mine = run.artifact("for-guest.md", "document", "one");
    run.builder.tool(
        "request_review", "agent_id", "builder", "artifact_id", mine, "reviewer", person());
    String second = run.artifact("notes.md", "document", "two");
    try (OpenPage page = page()) {
      page.at(IN + "/artifacts/" + second).shows("A verdict is still asked for on");
      page.main().getByLabel("Waiting for a verdict on version 1").waitFor(); // one, and no more
      page.screenshot("artifact-asked-light");
      page.at(IN + "/artifacts/" + first).shows("Waiting for a verdict");
      assertThat(page.main().getByRole(AriaRole.BUTTON, named("Approve")).count()).isZero();
      page.at(IN + "/artifacts/" + mine);
      page.main().getByRole(AriaRole.BUTTON, named("Approve")).waitFor();
    }
  }

  @Test
  void taskDraft_outlivesEscape() {
    try (OpenPage page = page()) {
      page.at(IN + "/board").shows("Keep the cart over a reload");
      page.page().keyboard().press("c");
      page.page().locator("#task-title").fill("Half a task");
      page.page().keyboard().press("Escape");
      page.page().locator("dialog").waitFor(detached());
      page.page().keyboard().press("c");
      page.becomes("document.querySelector('#task-title')?.value === 'Half a task'");
      page.page().getByText("Discard the draft").click();
      page.page().locator("dialog").waitFor(detached());
      page.page().keyboard().press("c");
      assertThat(page.page().locator("#task-title").inputValue()).isEmpty();
    }
  }

  @Test
  void board_goneBackTo_isAsItWasLeft() {
    for (int i = 0; i < 30; i++) {
      run.task("Filler " + i, "low", "filler");
    }
    try (OpenPage page = page()) {
      page.at(IN + "/board?assignee=filler").shows("Filler 29");
      page.page().evaluate("document.querySelector('.lane-todo .cards').scrollTop = 700");
      page.becomes(SCROLLED);
      page.main().locator(".lane-todo .card").nth(12).click();
      page.page().waitForURL(url -> url.contains("/tasks/"));
      page.main().locator("a[data-up]").waitFor();
      page.page().keyboard().press("Escape");
      page.page().waitForURL(url -> url.endsWith("/board?assignee=filler"));
      page.becomes(SCROLLED);
    }
  }

  /** The message to the agent stands in the talk, and the feed has the event alone. */
  @Test
  void assignment_isOneEntryOfTheFeed_andAMessageOfTheTalk() throws Exception {
    String said = "builder assigned task \"Told apart\" to you.";
    run.builder
        .tool(
            "create_task",
            "agent_id",
            "builder",
            "title",
            "Told apart",
            "priority",
            "low",
            "assignee",
            "tester")
        .accepted();
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place, token("lead"))) {
      page.at(IN).shows(said);
      page.at("now").shows("Told apart");
      assertThat(page.main().locator(".feed .entry-task", withText("Told apart")).count()).isOne();
      assertThat(page.main().locator(".feed .entry-message", withText(said)).count()).isZero();
      assertThat(page.complaints()).isEmpty();
    }
  }

  @Test
  void keys_reachTheFeedAndTheNextColumn() {
    try (OpenPage page = page()) {
      page.at("now").shows("Two of us on the cart");
      page.page().locator(".feed-scroll").focus();
      page.page().keyboard().press("j");
      page.page().locator(".feed .entry:focus").waitFor();
      page.at(IN + "/board").shows("Keep the cart over a reload");
      page.page().locator(".lane-todo .cards").focus();
      page.page().keyboard().press("j");
      page.page().locator(".lane-todo .card:focus").waitFor();
      page.page().keyboard().press("l");
      page.page().locator(".lane-in_progress .card:focus").waitFor();
      page.page().keyboard().press("h");
      page.page().locator(".lane-todo .card:focus").waitFor();
    }
  }

  @Test
  void replay_atAMomentTypedIntoTheAddress_goesThere() {
    try (OpenPage page = page()) {
      page.at(IN + "/replay").shows("Play");
      Locator range = page.main().locator(".player-range");
      range.waitFor();
      page.page().evaluate("location.hash = '#/" + IN + "/replay?at=0'");
      page.becomes("document.querySelector('.player-range').value === '0'");
      page.page().evaluate("location.hash = '#/" + IN + "/replay?at=99999'");
      page.becomes("document.querySelector('.player-range').value !== '0'");
    }
  }

  @Test
  void recipient_isOfOneSessionOnly() {
    run.agent("other").tool("join_room", "room", "planning", "nickname", "other");
    run.lead.tool(
        "save_session_summary",
        "agent_id",
        "lead",
        "session_id",
        "gone-2020",
        "summary",
        "## Of another server\n\nAll was well.");
    try (OpenPage page = page()) {
      page.at(IN).shows("Two of us on the cart");
      page.main().locator(".to select").selectOption("lead");
      page.at("sessions").shows("gone-2020");
      page.page().evaluate("location.hash = '#/sessions/gone-2020'");
      page.shows("All was well.");
      page.shows("only its summary is here");
      page.page().evaluate("location.hash = '#/" + IN + "'");
      page.shows("Two of us on the cart");
      assertThat(page.main().locator(".to select").inputValue()).isEmpty();
    }
  }

  @Test
  void hookThatFailed_isShownWithItsReason(@TempDir Path data) throws IOException {
    Path home = Files.createDirectories(data.resolve("home"));
    Files.writeString(
        home.resolve("session-agents-hooked.yml"),
        """
        agents:
          fe:
            name: Fe
            emoji: F
            description: Builds.
            tools: [update_task]
            hooks:
              after_task: ls /no-such-file-of-a-hook
            systemPrompt: Build.
        """);
    try (RunningServer server =
            RunningServer.launch().data(data).port(0).with("--hooks", "on").start();
        OpenPage page = new OpenPage(Look.LIGHT.in(chromium), server.base().toString());
        RawMcp fe = RawMcp.at(server.base().resolve("/mcp")).header("Parley-Agent", "fe").begin()) {
      fe.tool("start_session", "agent_id", "fe", "session_id", "hooked");
      String task =
          fe.tool("create_task", "agent_id", "fe", "title", "Build it", "priority", "low")
              .get("task_id");
      fe.tool("claim_task", "agent_id", "fe", "task_id", task);
      fe.tool("update_task", "agent_id", "fe", "task_id", task, "status", "done");
      page.at("sessions/hooked/tasks/" + task).shows("after_task hook failed");
      page.shows("no-such-file-of-a-hook");
      page.screenshot("task-hook-light");
      page.isAccessible("a hook that failed");
    }
  }

  private String person() {
    try (OpenPage page = page()) {
      return page.at("now").page().locator(".account-text .cut").first().innerText().strip();
    }
  }
}
