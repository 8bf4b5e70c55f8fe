package dev.parley.war.browser;

import static dev.parley.war.browser.Locators.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.war.testing.RawMcp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The states of agents on the page Now, of those that share a connection as well. */
@Tag("browser")
@ExtendWith(Chromium.class)
class AgentStatesIT {
  /** The states of five agents over one connection, and of two over their own. */
  @Test
  void agents_areGroupedByTheirState_andMoveWithIt(@TempDir Path data) {
    try (Place place = OneFile.start(data);
        TeamRun run = new TeamRun(place);
        Chromium chromium = Chromium.start()) {
      RawMcp bridge = run.lead;
      bridge.tool("start_session", "agent_id", "lead", "session_id", TeamRun.SESSION).accepted();
      String parser = task(bridge, "Wire the parser");
      String docs =
          task(bridge, "Write the guide", "assignee", "docs", "depends_on", List.of(parser));
      bridge.tool("claim_task", "agent_id", "be", "task_id", parser).accepted();
      bridge
          .tool("send_message", "agent_id", "docs", "content", "Reading until the parser is there.")
          .accepted();
      String plan =
          bridge
              .tool(
                  "post_artifact",
                  "agent_id",
                  "fe",
                  "name",
                  "plan.md",
                  "type",
                  "design",
                  "content",
                  "# Plan")
              .accepted()
              .get("artifact_id");
      bridge
          .tool("request_review", "agent_id", "fe", "artifact_id", plan, "reviewer", "guest")
          .accepted();
      bridge
          .tool(
              "send_message",
              "agent_id",
              "pm",
              "to",
              "guest",
              "content",
              "end:waiting | Which of the two formats do customers send us, JSON or YAML?")
          .accepted();
      run.builder.tool("start_session", "agent_id", "builder", "session_id", TeamRun.SESSION);
      run.builder.tool("send_message", "content", "end:failed | no disk is left").accepted();
      run.tester.tool("start_session", "agent_id", "tester", "session_id", TeamRun.SESSION);
      run.tester.tool("send_message", "content", "end:_done | all of it").accepted();
      RawMcp leaving = run.agent("leaving");
      leaving.tool("list_rooms").accepted();
      var unused = leaving.delete();
      for (Look look : Look.values()) {
        try (OpenPage page = new OpenPage(look.in(chromium), place)) {
          page.at("now");
          if (look == Look.PHONE || look == Look.PHONE_DARK) {
            page.main().getByRole(AriaRole.BUTTON, named("Agents")).click();
          }
          says(page, "be", "works on Wire the parser, ");
          says(page, "docs", "waits for Wire the parser (be), ");
          says(page, "fe", "waits for a verdict of guest, ");
          says(page, "pm", "waits for an answer of guest, ");
          says(page, "pm", "Which of the two formats");
          says(page, "builder", "failed, ");
          says(page, "tester", "done, ");
          says(page, "leaving", "gone, ");
          says(page, "guest", "here");
          assertThat(page.main().locator(".agents-group h3").allInnerTexts())
              .containsExactly(
                  "Stuck or waiting 4", "Working 1", "Idle 1", "Done 1", "Gone 1", "People 1");
          assertThat(page.main().locator(".agent-card .agent-name bdi").first().innerText())
              .isEqualTo("builder");
          page.screenshot("now-states-" + look);
          page.isAccessible(look + " states");
          assertThat(page.complaints()).isEmpty();
        }
      }
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
        page.at("now");
        card(page, "be").locator(".agent-state a").click();
        page.page().waitForURL(url -> url.endsWith("/tasks/" + parser));
        page.at("now");
        says(page, "be", "works on Wire the parser, ");
        bridge
            .tool("update_task", "agent_id", "be", "task_id", parser, "status", "done")
            .accepted();
        says(page, "be", "done, ");
        says(page, "be", "1 of 1 done");
        says(page, "docs", "idle, ");
        bridge.tool("claim_task", "agent_id", "docs", "task_id", docs).accepted();
        says(page, "docs", "works on Write the guide, ");
        page.shows("1 of 2 tasks done, 50 %");
        page.shows("since it was started");
        page.page().keyboard().press("j");
        page.becomes("document.activeElement?.matches('.agent-card button.agent')");
        page.page().keyboard().press("Enter");
        page.becomes("document.querySelector('.agent-card[data-focused=true]') !== null");
      }
    }
  }

  @Test
  void manyAgents_areFilteredByName(@TempDir Path data) {
    try (Place place = OneFile.start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start()) {
      for (int i = 0; i < 25; i++) {
        run.lead.tool("send_message", "agent_id", "worker-" + i, "content", "Here.").accepted();
      }
      try (OpenPage page = new OpenPage(Look.LIGHT.in(chromium), place)) {
        page.at("now");
        Locator filter = page.main().getByLabel("Filter agents by name");
        filter.fill("KER-24");
        page.becomes("document.querySelectorAll('.agent-card').length === 1");
        page.screenshot("now-states-filter");
        page.isAccessible("filter");
        filter.fill("nobody");
        page.shows("Nobody has such a name.");
        filter.fill("");
        page.becomes("document.querySelectorAll('.agent-card').length > 25");
      }
    }
  }

  private static String task(RawMcp client, String title, Object... more) {
    List<Object> given = new ArrayList<>(List.of("agent_id", "lead", "title", title));
    given.addAll(List.of("priority", "medium", "description", "As it was said."));
    given.addAll(List.of(more));
    return client.tool("create_task", given.toArray()).accepted().get("task_id");
  }

  private static Locator card(OpenPage page, String agent) {
    return page.main()
        .locator(".agent-card")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.page().locator(".agent-name bdi").getByText(agent, exactly())));
  }

  private static void says(OpenPage page, String agent, String words) {
    card(page, agent).getByText(words).first().waitFor();
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }
}
