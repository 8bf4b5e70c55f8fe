package dev.parley.war.browser;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What happens appears by itself, a person takes part, and a server that was away is caught up. */
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
abstract class LiveContract {
  private Place place;
  private TeamRun run;
  private Chromium chromium;

  /**
   * Starts a place.
   *
   * @param data a folder it may have for its own
   */
  abstract Place start(Path data);

  @BeforeAll
  void begin(@TempDir Path data) {
    place = start(data);
    run = new TeamRun(place).begun();
    chromium = Chromium.start();
  }

  @AfterAll
  void end() {
    if (chromium != null) {
      chromium.close();
    }
    if (place != null) {
      place.close();
    }
  }

  @Test
  void whatHappens_appearsInEachView() {
    try (OpenPage now = new OpenPage(Look.LIGHT.in(chromium), place);
        OpenPage room = new OpenPage(Look.LIGHT.in(chromium), place);
        OpenPage board = new OpenPage(Look.LIGHT.in(chromium), place)) {
      now.at("now").shows("Branch is ready to try.");
      room.at("rooms/planning").shows("Repeated, with these steps:");
      board.at("sessions/" + TeamRun.SESSION + "/board").shows("Keep the cart over a reload");
      run.tester.tool("send_message", "room", "planning", "body", "It holds now.");
      room.shows("It holds now.");
      now.shows("It holds now.");
      run.task("Tell support", "high", "lead");
      board.shows("Tell support");
      now.shows("Tell support");
      run.builder.tool(
          "update_task", "agent_id", "builder", "task_id", run.tasks.get(0), "status", "in_review");
      board
          .page()
          .locator("section, li, div")
          .filter(new Locator.FilterOptions().setHasText("In review"))
          .filter(new Locator.FilterOptions().setHasText("Keep the cart over a reload"))
          .last()
          .waitFor();
      run.builder.tool(
          "broadcast_thinking", "agent_id", "builder", "content", "Now the carts of before.");
      now.shows("Now the carts of before.");
      run.agent("latecomer").tool("join_room", "room", "afterwards", "nickname", "late");
      now.shows("latecomer");
      now.page().getByText("afterwards").first().waitFor();
    }
  }

  @Test
  void person_writesAndIsHeardByAgents() {
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.at("rooms/planning").shows("Repeated, with these steps:");
      Locator box = page.main().getByRole(AriaRole.TEXTBOX).last();
      box.fill("I am watching.\nGo on.");
      box.press("Enter");
      page.main().getByRole(AriaRole.LOG).getByText("I am watching.").first().waitFor();
      eventually("agents read it", () -> said(run).contains("I am watching.\nGo on."));
    }
  }

  @Test
  @Order(Integer.MAX_VALUE) // it ends the server under the agents of the others
  void server_stoppedAndStartedUnderAnOpenPage_isCaughtUpWithoutGapOrDouble() {
    try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
      page.at("rooms/planning").shows("Repeated, with these steps:");
      said(run, 1, 5);
      page.shows("said 5.");
      place.stop();
      page.page().getByText("retry now").first().waitFor();
      place.startAgain();
      try (TeamRun again = new TeamRun(place)) {
        said(again, 6, 10);
        page.live().shows("said 10.");
        said(again, 11, 12);
        for (int i = 1; i <= 12; i++) { // a part of them is read, and a part arrives
          page.shows("said " + i + ".");
        }
        List<String> shown =
            page.main().getByText("said ", new Locator.GetByTextOptions()).allInnerTexts().stream()
                .map(String::strip)
                .filter(text -> text.matches("said [0-9]+\\."))
                .toList();
        assertThat(shown)
            .containsExactlyElementsOf(
                IntStream.rangeClosed(1, 12).mapToObj(i -> "said " + i + ".").toList());
      }
    }
  }

  private static List<String> said(TeamRun run) {
    JsonNode page = run.lead.tool("parley_fetch_recent", "topic", "planning").fields();
    return page.path("messages").findValuesAsString("content");
  }

  private static void said(TeamRun run, int from, int to) {
    for (int i = from; i <= to; i++) {
      run.lead.tool("parley_post", "topic", "planning", "content", "said " + i + ".");
    }
  }
}
