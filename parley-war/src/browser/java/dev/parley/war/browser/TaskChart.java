package dev.parley.war.browser;

import dev.parley.war.testing.RawMcp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A session of its own with tasks that wait for each other, named by a letter or two. */
final class TaskChart {
  private final RawMcp agent;
  private final String name;
  private final Map<String, String> ids = new TreeMap<>();
  final String session;

  /** Starts the session, as an agent of its name. */
  TaskChart(TeamRun run, String session) {
    this.session = session;
    this.name = "of-" + session;
    this.agent = run.agent(name);
    agent.tool("start_session", "agent_id", name, "session_id", session);
  }

  /** Makes a task that waits for those others. */
  TaskChart task(String title, String... needs) {
    return taskOf("", title, needs);
  }

  /** Makes a task meant for an agent. */
  TaskChart taskOf(String assignee, String title, String... needs) {
    return made(title, assignee, title, needs);
  }

  /** Makes a task that is called otherwise here than by its title. */
  TaskChart named(String name, String title, String... needs) {
    return made(name, "", title, needs);
  }

  private TaskChart made(String key, String assignee, String title, String... needs) {
    List<Object> given = new ArrayList<>(List.of("agent_id", name, "title", title));
    given.addAll(List.of("priority", "medium"));
    given.addAll(List.of("depends_on", List.of(needs).stream().map(this::id).toList()));
    if (!assignee.isEmpty()) {
      given.addAll(List.of("assignee", assignee));
    }
    ids.put(key, agent.tool("create_task", given.toArray()).get("task_id"));
    return this;
  }

  String id(String title) {
    return ids.get(title);
  }

  /** Claims a task. */
  TaskChart claimed(String title) {
    agent.tool("claim_task", "agent_id", name, "task_id", id(title));
    return this;
  }

  /** Brings a claimed task on. */
  TaskChart moved(String title, String status) {
    agent.tool("update_task", "agent_id", name, "task_id", id(title), "status", status);
    return this;
  }

  String address() {
    return "sessions/" + session + "/graph";
  }
}
