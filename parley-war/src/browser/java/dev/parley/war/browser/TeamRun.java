package dev.parley.war.browser;

import dev.parley.war.testing.RawMcp;
import java.util.ArrayList;
import java.util.List;

/** A team at work, as agents have it: talk in rooms, a board, deliveries, verdicts, memory. */
final class TeamRun implements AutoCloseable {
  static final String SESSION = "2026-01-15-checkout";

  private final Place place;
  private final List<RawMcp> agents = new ArrayList<>();
  final RawMcp lead;
  final RawMcp builder;
  final RawMcp tester;
  final List<String> tasks = new ArrayList<>();
  String plan = "";
  String review = "";

  TeamRun(Place place) {
    this.place = place;
    this.lead = agent("lead");
    this.builder = agent("builder");
    this.tester = agent("tester");
  }

  /** One more who is there under this name. */
  RawMcp agent(String name) {
    RawMcp client = RawMcp.at(place.at("/mcp")).header("Parley-Agent", name);
    place.token().ifPresent(token -> client.header("Authorization", "Bearer " + token));
    agents.add(client.begin());
    return client;
  }

  /** A run that is under way. */
  TeamRun begun() {
    lead.tool("start_session", "agent_id", "lead", "session_id", SESSION);
    lead.tool("join_room", "room", "planning", "nickname", "lead");
    builder.tool("join_room", "room", "planning", "nickname", "builder");
    tester.tool("join_room", "room", "planning", "nickname", "tester");
    String first =
        lead.tool(
                "parley_post",
                "topic",
                "planning",
                "content",
                "The cart loses its items when the page is reloaded. Who has seen it?")
            .get("backendMsgId");
    builder.tool(
        "parley_reply",
        "topic",
        "planning",
        "content",
        "I have: the session cookie is set **after** the redirect. @tester can you repeat it?",
        "in_reply_to",
        first);
    tester.tool(
        "parley_post",
        "topic",
        "planning",
        "content",
        "Repeated, with these steps:\n\n1. fill the cart\n2. reload\n\n```\nGET /cart -> []\n```");
    tasks.add(task("Keep the cart over a reload", "critical", "builder"));
    tasks.add(task("A test that reloads the page", "high", "tester", tasks.get(0)));
    tasks.add(task("Say so in the change log", "low", ""));
    tasks.add(task("Look at the logs of the last week", "medium", "lead"));
    builder.tool("claim_task", "agent_id", "builder", "task_id", tasks.get(0));
    lead.tool("claim_task", "agent_id", "lead", "task_id", tasks.get(3));
    lead.tool("update_task", "agent_id", "lead", "task_id", tasks.get(3), "status", "done");
    lead.tool(
        "send_message", "agent_id", "lead", "content", "Two of us on the cart, one on the test.");
    builder.tool(
        "send_message",
        "agent_id",
        "builder",
        "to",
        "tester",
        "content",
        "Branch is ready to try.");
    artifact("plan.md", "design", "# Plan\n\n- keep the cart in the session\n- test the reload");
    plan =
        artifact(
            "plan.md",
            "design",
            "# Plan\n\n- keep the cart in the **database**\n- test the reload\n- tell support");
    artifact("cart.json", "report", "{\"items\":[{\"id\":7,\"count\":2}],\"kept\":true}");
    review =
        builder
            .tool(
                "request_review", "agent_id", "builder", "artifact_id", plan, "reviewer", "tester")
            .get("review_id");
    tester.tool(
        "submit_review",
        "agent_id",
        "tester",
        "review_id",
        review,
        "status",
        "changes_requested",
        "comments",
        "Say what happens to carts that are there **already**.");
    lead.tool(
        "write_memory", "key", "Conventions", "content", "- Tests first\n- One change, one commit");
    builder.tool(
        "write_memory",
        "agent_id",
        "builder",
        "key",
        "Learned",
        "content",
        "Cookies go out before the body.");
    lead.tool(
        "save_session_summary",
        "agent_id",
        "lead",
        "session_id",
        SESSION,
        "summary",
        "## Checkout\n\nThe cart is kept. **One** review is open.");
    builder.tool(
        "broadcast_thinking", "agent_id", "builder", "content", "The cookie is set too late.");
    return this;
  }

  String task(String title, String priority, String assignee, String... dependsOn) {
    List<Object> given =
        new ArrayList<>(
            List.of(
                "agent_id",
                "lead",
                "title",
                title,
                "priority",
                priority,
                "description",
                "As *it* was said in `planning`.",
                "depends_on",
                List.of(dependsOn)));
    if (!assignee.isEmpty()) {
      given.addAll(List.of("assignee", assignee));
    }
    return lead.tool("create_task", given.toArray()).get("task_id");
  }

  String artifact(String name, String type, String content) {
    return builder
        .tool(
            "post_artifact", "agent_id", "builder", "name", name, "type", type, "content", content)
        .get("artifact_id");
  }

  @Override
  public void close() {
    agents.forEach(RawMcp::close);
  }
}
