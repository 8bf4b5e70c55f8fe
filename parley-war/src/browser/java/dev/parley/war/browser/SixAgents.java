package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Four agents over the one connection of {@code pm}, {@code docs} over HTTP and {@code ops} over a
 * bridge, each connection with a credential of its own.
 */
final class SixAgents implements AutoCloseable {
  static final String SESSION = "parser-run";

  private static final String REQUEST = "notifications/claude/channel/permission_request";

  private final OneFile place;
  private final CredentialMaker maker;
  private final RawMcp team;
  private final Map<String, String> tasks = new TreeMap<>();
  private final Map<String, String> reviews = new TreeMap<>();
  private @Nullable RawMcp docs;
  private @Nullable EventStreamReader pushes;
  private @Nullable BridgeClient ops;

  /** Opens the connection of the four. */
  SixAgents(OneFile place) {
    this.place = place;
    try {
      this.maker = CredentialMaker.of(place.server());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    this.team = client(token("lead", "*")).header("Parley-Agent", "pm").begin();
    var unused = team.listen();
  }

  private String token(String role, String names) {
    try {
      return maker.token("agent", role, "default", names);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private RawMcp client(String token) {
    return RawMcp.at(place.at("/mcp")).header("Authorization", "Bearer " + token);
  }

  void start() {
    team.tool("start_session", "agent_id", "pm", "session_id", SESSION).accepted();
  }

  void docsComes() {
    docs = client(token("member", "docs")).begin();
    pushes = docs.listen();
    docs.tool("start_session", "session_id", SESSION).accepted();
  }

  void opsComes() {
    ops = BridgeClient.in(Map.of("PARLEY_TOKEN", token("member", "ops")), place.base());
    overBridge("start_session", "session_id", SESSION);
  }

  /** Kills the bridge of {@code ops} with SIGKILL. */
  void opsIsKilled() {
    bridge().close();
  }

  private RawMcp docs() {
    if (docs == null) {
      throw new IllegalStateException("docs has not come");
    }
    return docs;
  }

  private BridgeClient bridge() {
    if (ops == null) {
      throw new IllegalStateException("ops has not come");
    }
    return ops;
  }

  /** Calls a tool over the bridge, which is to do it. */
  private void overBridge(String tool, String... namesAndValues) {
    var answer = bridge().tool(tool, namesAndValues);
    assertThat(answer.path("success").asBoolean(false)).as("%s: %s", tool, answer).isTrue();
  }

  /** Makes a task that is meant for an agent, or for nobody, and waits for others. */
  void makes(String title, String priority, String assignee, String... needs) {
    List<Object> given = new ArrayList<>(List.of("agent_id", "pm", "title", title));
    given.addAll(List.of("priority", priority, "description", "As *it* was said."));
    given.addAll(List.of("depends_on", List.of(needs).stream().map(this::task).toList()));
    if (!assignee.isEmpty()) {
      given.addAll(List.of("assignee", assignee));
    }
    tasks.put(title, team.tool("create_task", given.toArray()).accepted().get("task_id"));
  }

  String task(String title) {
    String id = tasks.get(title);
    if (id == null) {
      throw new IllegalStateException("no task " + title);
    }
    return id;
  }

  void claims(String agent, String title) {
    switch (agent) {
      case "ops" -> overBridge("claim_task", "task_id", task(title));
      case "docs" -> docs().tool("claim_task", "task_id", task(title)).accepted();
      default -> team.tool("claim_task", "agent_id", agent, "task_id", task(title)).accepted();
    }
  }

  void moves(String agent, String title, String status) {
    if (agent.equals("docs")) {
      docs().tool("update_task", "task_id", task(title), "status", status).accepted();
    } else {
      team.tool("update_task", "agent_id", agent, "task_id", task(title), "status", status)
          .accepted();
    }
  }

  /** Puts a task back to the board, for another agent. */
  void givesBack(String title, String to) {
    String id = task(title);
    team.tool("update_task", "agent_id", "pm", "task_id", id, "status", "todo", "assignee", to)
        .accepted();
  }

  /** Sends a message to everyone in the session. */
  void says(String agent, String words) {
    team.tool("send_message", "agent_id", agent, "content", words).accepted();
  }

  /** Asks a person, and waits for the answer. */
  void asks(String agent, String person, String words) {
    String declared = "end:waiting | " + words;
    team.tool("send_message", "agent_id", agent, "to", person, "content", declared).accepted();
  }

  void thinks(String agent, String words) {
    team.tool("broadcast_thinking", "agent_id", agent, "content", words).accepted();
  }

  /** Posts a version of an artifact for a task. */
  void posts(String agent, String name, String content, String title) {
    tasks.put(
        name,
        team.tool(
                "post_artifact",
                "agent_id",
                agent,
                "name",
                name,
                "type",
                "design",
                "content",
                content,
                "task_id",
                task(title))
            .accepted()
            .get("artifact_id"));
  }

  /** Asks for a verdict on the newest version of an artifact. */
  void asksForVerdict(String agent, String name, String reviewer) {
    String review =
        team.tool(
                "request_review",
                "agent_id",
                agent,
                "artifact_id",
                task(name),
                "reviewer",
                reviewer)
            .accepted()
            .get("review_id");
    reviews.put(name, review);
  }

  void judges(String reviewer, String name, String verdict, String why) {
    team.tool(
            "submit_review",
            "agent_id",
            reviewer,
            "review_id",
            reviews.get(name),
            "status",
            verdict,
            "comments",
            why)
        .accepted();
  }

  /** Lets {@code docs} ask whether it may use a tool. */
  void docsAsksForPermission(String code, String input) {
    int status =
        docs()
            .notify(
                REQUEST,
                Map.of(
                    "request_id",
                    code,
                    "tool_name",
                    "Bash",
                    "description",
                    "Build the guide with the examples",
                    "input_preview",
                    input))
            .status();
    assertThat(status).isEqualTo(202);
  }

  /** Returns the params of the next push to {@code docs} that answers a request. */
  String answerToDocs() {
    EventStreamReader stream = pushes;
    if (stream == null) {
      throw new IllegalStateException("docs has not come");
    }
    while (true) {
      var push = stream.next().json();
      if (push.path("method").asString().endsWith("/permission")) {
        return push.path("params").toString();
      }
    }
  }

  void sums(String summary) {
    team.tool("save_session_summary", "agent_id", "pm", "session_id", SESSION, "summary", summary)
        .accepted();
  }

  /** The address of a part of the session's pages. */
  static String address(String part) {
    return "sessions/" + SESSION + part;
  }

  @Override
  public void close() {
    if (ops != null) {
      ops.close();
    }
    if (docs != null) {
      docs.close();
    }
    team.close();
  }
}
