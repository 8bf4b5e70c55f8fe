package dev.parley.war.browser;

import static dev.parley.war.browser.LiveView.TITLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.browser.LiveView.Expected;
import dev.parley.war.browser.ViewPictures.View;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The run of a team from its first message to its last task: what each view says after each act,
 * and how soon. The views are open side by side; none is loaded again.
 */
@Tag("browser")
@ExtendWith(Chromium.class)
class TeamRunIT {
  private static final String TOKEN = "the-token-of-the-deployer";
  private static final Duration TTL = Duration.ofSeconds(4);

  /** A process that starts, on a machine that is busy. */
  private static final Duration BRIDGE_STARTS = Duration.ofSeconds(30);

  private static final String FORMAT = "Agree on the format";
  private static final String PARSER = "Write the parser";
  private static final String TEST = "Test the parser";
  private static final String GUIDE = "Write the guide";
  private static final String SHIP = "Ship it";

  private static final String ARTIFACT = "format.md";
  private static final String QUESTION = "Do customers send us JSON or YAML?";
  private static final String COMMAND = "mvn -q -pl guide verify";
  private static final String WHY = "Say how a comment looks.";
  private static final String DRAFT = "# Format\n\n- one entry a line\n- UTF-8";
  private static final String FINAL = DRAFT + "\n- a comment begins with `#`";

  private static final String AGENTS = ".now-agents .panel-head";
  private static final String WORK = ".now-rest .work";
  private static final String NODE = ".graph-canvas .node";
  private static final String TALK = ".room-talk .conversation";
  private static final String HISTORY = ".history";
  private static final String ITEM = ".waiting-item";

  private final StepTable table = new StepTable();
  private OneFile place;
  private SixAgents team;
  private Chromium chromium;
  private Path folder;
  private ViewPictures pictures;
  private LiveView now;
  private LiveView board;
  private LiveView graph;
  private LiveView timeline;
  private LiveView session;
  private LiveView task;
  private LiveView artifacts;
  private LiveView waiting;

  @BeforeEach
  void begin(@TempDir Path data) {
    folder =
        Path.of(System.getProperty("parley.screenshots", "target/screenshots"))
            .resolveSibling("team-run");
    place = OneFile.closed(data, TOKEN, launch -> launch.setting("presence-ttl", TTL.toString()));
    team = new SixAgents(place);
    chromium = Chromium.start();
    pictures = new ViewPictures(chromium, place, folder);
    now = view("Now");
    board = view("Board");
    graph = view("Graph");
    timeline = view("Timeline");
    session = view("Session");
    task = view("Task");
    artifacts = view("Artifacts");
    waiting = view("Waiting");
  }

  private LiveView view(String name) {
    return new LiveView(name, chromium, place);
  }

  /** Closes what was begun, which need not be all of it. */
  @AfterEach
  void stop() {
    if (chromium != null) {
      chromium.close();
    }
    if (team != null) {
      team.close();
    }
    if (place != null) {
      place.close();
    }
    table.write(folder.resolve("table.md"));
  }

  @Test
  void pageSaysWhatATeamDoes_fromItsFirstMessageToItsLastTask() {
    teamComes();
    tasksAreMade();
    pictures(
        "1-begin", "Nothing waits for you", "/artifacts", "No artifacts yet", "I take the parser.");
    formatIsRejectedAndApproved();
    peopleAreAsked();
    String artifact = "/artifacts/" + team.task(ARTIFACT);
    pictures("2-middle", QUESTION, artifact, "UTF-8", QUESTION);
    peopleAnswer();
    agentIsKilled();
    workIsFinished();
    pictures("3-end", "Nothing waits for you", artifact, "UTF-8", "It is all done.");
    assertThat(table.missed()).isEmpty();
    assertThat(pictures.missed()).isEmpty();
    assertThat(views().flatMap(view -> view.page.complaints().stream())).isEmpty();
  }

  private Stream<LiveView> views() {
    return Stream.of(now, board, graph, timeline, session, task, artifacts, waiting);
  }

  /** Takes the pictures of a moment, at which some views say these words. */
  private void pictures(
      String moment, String waits, String artifact, String inArtifact, String inTalk) {
    pictures.take(
        moment,
        waits,
        List.of(
            new View("now", "now", inTalk),
            new View("board", SixAgents.address("/board"), PARSER),
            new View("graph", SixAgents.address("/graph"), SHIP),
            new View("timeline", SixAgents.address("/timeline"), FORMAT),
            new View("session", SixAgents.address(""), inTalk),
            new View("task", SixAgents.address("/tasks/" + team.task(FORMAT)), "History"),
            new View("artifact", SixAgents.address(artifact), inArtifact)));
  }

  private void teamComes() {
    now.at("now", "No session has been started yet");
    step("pm starts the session", team::start, now.says("main", "Session " + SixAgents.SESSION));
    board.at(SixAgents.address("/board"), "No tasks yet");
    graph.at(SixAgents.address("/graph"), "No tasks yet");
    timeline.at(SixAgents.address("/timeline"), "Nobody has worked on anything yet");
    session.at(SixAgents.address(""), "Nobody has said anything");
    artifacts.at(SixAgents.address("/artifacts"), "No artifacts yet");
    waiting.page.at("health");
    WaitingPage.openEmpty(waiting.page);
    step(
        "four agents speak, all over the connection of pm",
        () -> {
          team.says("pm", "We write a parser, and a guide to it.");
          team.says("design", "I take the format.");
          team.says("build", "I take the parser.");
          team.says("test", "I judge the format, and test the parser.");
        },
        now.says(AGENTS, "4 of 4 here"),
        card("test", "idle"),
        now.says(".feed", "I take the parser."),
        session.says(TALK, "pm … We write a parser, … test … I judge the format"));
    step(
        "docs comes over a connection of its own",
        team::docsComes,
        now.says(AGENTS, "5 of 5 here"),
        card("docs", "idle"));
    step(
        "ops comes over a bridge",
        team::opsComes,
        now.says(AGENTS, "6 of 6 here").within(BRIDGE_STARTS),
        card("ops", "idle").within(BRIDGE_STARTS));
  }

  private void tasksAreMade() {
    step(
        "pm makes five tasks that depend on each other",
        () -> {
          team.makes(FORMAT, "critical", "design");
          team.makes(PARSER, "high", "build", FORMAT);
          team.makes(TEST, "high", "test", PARSER);
          team.makes(GUIDE, "medium", "", PARSER);
          team.makes(SHIP, "low", "pm", TEST, GUIDE);
        },
        now.says(WORK, "0 of 5 tasks done, 0 %, 4 blocked"),
        card("build", "waits for " + FORMAT),
        inLane("todo", FORMAT + " … Ready"),
        inLane("todo", SHIP + " … Blocked by 2"),
        graph.says(NODE, PARSER + " Blocked by 1"));
    task.at(SixAgents.address("/tasks/" + team.task(FORMAT)), "pm created the task");
  }

  private void formatIsRejectedAndApproved() {
    step(
        "design claims the first task",
        () -> team.claims("design", FORMAT),
        card("design", "works on " + FORMAT),
        inLane("in_progress", FORMAT + " … design"),
        graph.says(NODE, FORMAT + ", In progress"),
        bar(FORMAT + "; design; In progress"),
        task.says(HISTORY, "design claimed the task."));
    step(
        "design thinks aloud",
        () -> team.thinks("design", "One entry a line is enough."),
        card("design", "One entry a line is enough."));
    step(
        "design posts an artifact for the task",
        () -> team.posts("design", ARTIFACT, DRAFT, FORMAT),
        artifacts.says(".shelf-one", ARTIFACT + " … UTF-8"),
        task.says(HISTORY, "design posted format.md."),
        now.says(".feed", ARTIFACT));
    step(
        "design asks test for a verdict",
        () -> team.asksForVerdict("design", ARTIFACT, "test"),
        artifacts.says(".shelf-one", "test … Waiting for a verdict"),
        bar("Review format.md, asked by design; test"),
        task.says(HISTORY, "design asked test for a verdict on format.md."));
    step(
        "design puts the task in review",
        () -> team.moves("design", FORMAT, "in_review"),
        card("design", "waits for a verdict of test"),
        inLane("in_review", FORMAT + " … test"),
        graph.says(NODE, FORMAT + ", In review"));
    step(
        "test requests changes",
        () -> team.judges("test", ARTIFACT, "changes_requested", WHY),
        artifacts.says(".shelf-one", "test … Changes requested … " + WHY),
        bar("Review format.md, asked by design; test; Changes requested"),
        task.says(HISTORY, "test requested changes to format.md."));
    step(
        "design goes back to work",
        () -> team.moves("design", FORMAT, "in_progress"),
        card("design", "works on " + FORMAT),
        inLane("in_progress", FORMAT + " … Returned"));
    step(
        "design posts the second version",
        () -> team.posts("design", ARTIFACT, FINAL, FORMAT),
        artifacts.says(".shelf-list", ARTIFACT + " … version 2"),
        task.says(HISTORY, "design posted format.md, version 2."));
    team.asksForVerdict("design", ARTIFACT, "test");
    step(
        "test approves it",
        () -> team.judges("test", ARTIFACT, "approved", "Good now."),
        artifacts.says(".shelf-one", "test … Approved … Good now."),
        task.says(HISTORY, "test approved format.md, version 2."));
    step(
        "design finishes the task",
        () -> team.moves("design", FORMAT, "done"),
        now.says(WORK, "1 of 5 tasks done, 20 %, 3 blocked"),
        card("design", "1 of 1 done … done"),
        inLane("done", FORMAT),
        inLane("todo", PARSER + " … Ready"),
        graph.says(NODE, PARSER + ", Ready"),
        bar(FORMAT + "; design; Done"));
  }

  private void peopleAreAsked() {
    step(
        "build claims the parser",
        () -> team.claims("build", PARSER),
        card("build", "works on " + PARSER),
        inLane("in_progress", PARSER + " … build"));
    step(
        "build asks the person, and waits",
        () -> team.asks("build", "guest", QUESTION),
        waiting.says(TITLE, "(1) "),
        waiting.says(ITEM, "build asks, and waits for an answer … " + QUESTION),
        now.says(".waiting-button", "1"),
        card("build", "waits for an answer of guest"),
        session.says(TALK, QUESTION),
        bar("Wait for an answer of guest"));
    step(
        "docs asks whether it may use a tool",
        () -> team.docsAsksForPermission("abcde", COMMAND),
        waiting.says(TITLE, "(2) "),
        waiting.says(ITEM, "docs asks to use … Bash … " + COMMAND + " … yes abcde"),
        now.says(".waiting-button", "2"));
  }

  private void peopleAnswer() {
    Locator words = WaitingPage.item(waiting.page, QUESTION).locator("textarea");
    words.fill("YAML, please.");
    step(
        "the person answers build",
        () -> words.press("Enter"),
        waiting.saysNoMore(ITEM, QUESTION),
        waiting.says(TITLE, "(1) "),
        session.says(TALK, "guest … YAML, please."),
        card("build", "works on " + PARSER));
    Locator allow =
        WaitingPage.item(waiting.page, COMMAND).getByRole(AriaRole.BUTTON, Locators.named("Allow"));
    allow.and(waiting.page.page().locator("[aria-disabled=false]")).waitFor();
    step(
        "the person allows docs the tool",
        allow::click,
        waiting.saysNoMore(".waiting-button", "1"),
        waiting.saysNoMore(TITLE, "(1) "),
        waiting.says(".dialog-waiting", "Nothing waits for you"));
    assertThat(team.answerToDocs()).isEqualTo("{\"request_id\":\"abcde\",\"behavior\":\"allow\"}");
    step(
        "build finishes the parser",
        () -> team.moves("build", PARSER, "done"),
        now.says(WORK, "2 of 5 tasks done, 40 %, 1 blocked"),
        card("build", "1 of 1 done … done"),
        graph.says(NODE, GUIDE + ", Ready"));
  }

  private void agentIsKilled() {
    task.at(SixAgents.address("/tasks/" + team.task(GUIDE)), "pm created the task");
    step(
        "ops claims the guide over its bridge",
        () -> team.claims("ops", GUIDE),
        card("ops", "works on " + GUIDE),
        inLane("in_progress", GUIDE + " … ops"),
        task.says(HISTORY, "ops claimed the task."));
    step(
        "the bridge of ops is killed with -9 (it is present for another " + TTL.toSeconds() + " s)",
        team::opsIsKilled,
        card("ops", "gone … still has " + GUIDE).within(TTL.plusSeconds(30)),
        now.says(AGENTS, "5 of 6 here").within(TTL.plusSeconds(30)));
    step(
        "pm puts its task back, for docs",
        () -> team.givesBack(GUIDE, "docs"),
        inLane("todo", GUIDE + " … Returned … docs"),
        bar(GUIDE + "; ops; Returned to the board"),
        task.says(HISTORY, "pm took the task from ops and put it back to Todo, with docs."));
  }

  private void workIsFinished() {
    step(
        "docs claims the guide",
        () -> team.claims("docs", GUIDE),
        card("docs", "works on " + GUIDE),
        task.says(HISTORY, "docs claimed the task."));
    step(
        "docs finishes the guide",
        () -> team.moves("docs", GUIDE, "done"),
        now.says(WORK, "3 of 5 tasks done, 60 %, 1 blocked"),
        inLane("todo", SHIP + " … Blocked by 1"),
        task.says(HISTORY, "docs finished the task."));
    team.claims("test", TEST);
    step(
        "test finishes the test",
        () -> team.moves("test", TEST, "done"),
        now.says(WORK, "4 of 5 tasks done, 80 %"),
        graph.says(NODE, SHIP + ", Ready"));
    team.claims("pm", SHIP);
    step(
        "pm finishes the last task",
        () -> team.moves("pm", SHIP, "done"),
        now.says(WORK, "5 of 5 tasks done, 100 %"),
        card("pm", "1 of 1 done … done"),
        board.says(".lane-done .lane-head", "5"),
        graph.says(NODE, SHIP + ", Done"),
        bar(SHIP + "; pm; Done"));
    step(
        "pm saves the summary",
        () -> team.sums("## Parser\n\nThe parser reads **YAML**. The guide is by docs."),
        session.says(".session-side", "The parser reads YAML."),
        now.says(".now-feed .entry", "saved the summary of session " + SixAgents.SESSION));
    step(
        "pm ends",
        () -> team.says("pm", "end:_done | It is all done."),
        session.says(TALK, "It is all done."));
  }

  private void step(String act, Runnable doing, Expected... expected) {
    table.step(act, doing, expected);
  }

  private Expected card(String agent, String words) {
    return now.says(".agent-card:has([title='Show only " + agent + "'])", agent + " … " + words);
  }

  private Expected inLane(String status, String words) {
    return board.says(".lane-" + status + " .card", words);
  }

  private Expected bar(String words) {
    return timeline.says(".timeline-lanes .bar-of", words);
  }
}
