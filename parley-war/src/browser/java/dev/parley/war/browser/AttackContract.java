package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.parley.war.testing.RawMcp;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an agent writes is shown as words: nothing of it runs, and no view breaks over it. */
@ExtendWith(Chromium.class)
abstract class AttackContract {
  private static final String SCRIPT = "<script>alert('script')</script>";
  private static final String IMAGE = "<img src=x onerror=alert('image')>";
  private static final String ATTACK =
      SCRIPT
          + IMAGE
          + "<svg/onload=alert('svg')><iframe srcdoc='<script>alert(1)</script>'></iframe>"
          + "<style>*{display:none}</style><base href=//example.org><form action=//example.org>"
          + "[link](javascript:alert('link')) ![picture](http://example.org/x.png) "
          + "</textarea>\"'--></title>${alert(1)}{{alert(1)}}\u202e\u0007";

  /**
   * Starts a place.
   *
   * @param data a folder it may have for its own
   */
  abstract Place start(Path data);

  @Test
  void attacks_inEveryField_areWords(@TempDir Path data) {
    try (Place place = start(data);
        TeamRun run = new TeamRun(place).begun();
        Chromium chromium = Chromium.start()) {
      String task = attack(run);
      String artifact = run.artifact(ATTACK.substring(0, 200), "document", "# A\n\n" + ATTACK);
      String json = run.artifact("attack.json", "report", "{\"a\":\"" + SCRIPT + "\"}");
      waiting(run);
      for (Look look : List.of(Look.LIGHT, Look.PHONE)) {
        try (OpenPage page = new OpenPage(look.in(chromium), place)) {
          String session = "sessions/" + TeamRun.SESSION;
          for (String view :
              List.of(
                  "now",
                  "rooms",
                  "rooms/planning",
                  session,
                  session + "?agent=lead",
                  session + "?thread=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
                  "compare?a=" + TeamRun.SESSION + "&b=" + TeamRun.SESSION,
                  session + "/board",
                  session + "/graph",
                  session + "/timeline",
                  session + "/timeline?as=table",
                  session + "/charts",
                  session + "/tasks/" + task,
                  session + "/artifacts",
                  session + "/artifacts/" + artifact,
                  session + "/artifacts/" + json,
                  session + "/replay",
                  "sessions",
                  "team",
                  "memory",
                  "search?q=alert")) {
            page.at(view);
            page.page().waitForTimeout(300);
            assertThat(page.complaints()).as("%s %s", look, view).isEmpty();
            assertThat(
                    page.page()
                        .locator("main iframe, main script, main style, main form[action], base")
                        .count())
                .as("%s %s", look, view)
                .isZero();
            assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
                .as("%s %s is no wider than the window", look, view)
                .isEqualTo(page.page().viewportSize().width);
          }
          dialogs(page, task, look);
        }
      }
    }
  }

  /** Opens what is drawn over a view, with the words of the attack in it. */
  private static void dialogs(OpenPage page, String task, Look look) {
    String session = "sessions/" + TeamRun.SESSION;
    page.at("now").page().locator(".waiting-button").click();
    for (String kind : List.of("question", "message", "mention", "review", "task")) {
      page.page().locator(".waiting-item[data-kind=" + kind + "]").first().waitFor();
    }
    isHarmless(page, look + " what waits");
    page.at(session + "/board");
    page.main()
        .locator(".card-place")
        .filter(
            new Locator.FilterOptions().setHas(page.page().locator("[data-task='" + task + "']")))
        .locator("[data-move]")
        .click();
    page.page().locator("dialog [data-to]").first().waitFor();
    isHarmless(page, look + " move of a task");
    page.at(session + "/tasks/" + task);
    page.main()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Edit").setExact(true))
        .click();
    page.page().locator("#task-title").waitFor();
    assertThat(page.page().locator("#task-title").inputValue()).contains(SCRIPT);
    assertThat(page.page().locator("#task-description").inputValue()).contains(SCRIPT, IMAGE);
    isHarmless(page, look + " edit of a task");
  }

  private static void isHarmless(OpenPage page, String what) {
    page.page().waitForTimeout(300);
    assertThat(page.page().locator("dialog").innerText()).as(what).isNotBlank();
    assertThat(page.complaints()).as(what).isEmpty();
    assertThat(
            page.page()
                .locator(
                    "dialog iframe, dialog script, dialog style, dialog form[action], dialog img,"
                        + " dialog a[href^='javascript'], base")
                .count())
        .as(what)
        .isZero();
    assertThat(page.page().evaluate("document.documentElement.scrollWidth"))
        .as("%s is no wider than the window", what)
        .isEqualTo(page.page().viewportSize().width);
    page.page().keyboard().press("Escape");
    page.page()
        .locator("dialog")
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
  }

  /** Everywhere an agent can write; answers the task. */
  private static String attack(TeamRun run) {
    RawMcp lead = run.lead;
    lead.tool("parley_post", "topic", "planning", "content", ATTACK).accepted();
    lead.tool("send_message", "agent_id", "lead", "content", ATTACK).accepted();
    lead.tool("broadcast_thinking", "agent_id", "lead", "content", ATTACK).accepted();
    lead.tool("send_message", "agent_id", "lead", "content", "end:waiting | " + ATTACK).accepted();
    String task =
        lead.tool(
                "create_task",
                "agent_id",
                "lead",
                "title",
                ATTACK.substring(0, 200),
                "priority",
                "high",
                "description",
                ATTACK)
            .get("task_id");
    lead.tool("claim_task", "agent_id", "lead", "task_id", task).accepted();
    lead.tool(
            "submit_review",
            "agent_id",
            "tester",
            "review_id",
            lead.tool(
                    "request_review",
                    "agent_id",
                    "lead",
                    "artifact_id",
                    run.plan,
                    "reviewer",
                    "tester")
                .get("review_id"),
            "status",
            "approved",
            "comments",
            ATTACK)
        .accepted();
    lead.tool("write_memory", "key", IMAGE + "[x](javascript:alert(2))", "content", ATTACK)
        .accepted();
    lead.tool("append_memory", "agent_id", "lead", "content", ATTACK).accepted();
    lead.tool(
            "save_session_summary",
            "agent_id",
            "lead",
            "session_id",
            TeamRun.SESSION,
            "summary",
            ATTACK)
        .accepted();
    return task;
  }

  /** Lets one item of each kind wait for the person; none of them is gone by the act of another. */
  private static void waiting(TeamRun run) {
    RawMcp lead = run.lead;
    run.tester
        .tool("send_message", "agent_id", "tester", "to", "guest", "content", ATTACK)
        .accepted();
    lead.tool("parley_post", "topic", "planning", "content", "@guest " + ATTACK).accepted();
    lead.tool(
            "create_task",
            "agent_id",
            "lead",
            "title",
            ATTACK.substring(0, 180),
            "priority",
            "low",
            "assignee",
            "guest")
        .accepted();
    String artifact = run.artifact(ATTACK.substring(0, 150), "document", ATTACK);
    run.builder
        .tool("request_review", "agent_id", "builder", "artifact_id", artifact, "reviewer", "guest")
        .accepted();
    run.builder
        .tool(
            "send_message",
            "agent_id",
            "builder",
            "to",
            "guest",
            "content",
            "end:waiting | " + ATTACK)
        .accepted();
  }
}
