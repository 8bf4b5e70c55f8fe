package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

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
      for (Look look : List.of(Look.LIGHT, Look.PHONE)) {
        try (OpenPage page = new OpenPage(look.in(chromium), place)) {
          String session = "sessions/" + TeamRun.SESSION;
          for (String view :
              List.of(
                  "now",
                  "rooms",
                  "rooms/planning",
                  session,
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
        }
      }
    }
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
}
