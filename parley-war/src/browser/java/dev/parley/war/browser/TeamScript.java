package dev.parley.war.browser;

import dev.parley.war.testing.RawMcp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A session of its own, in which several agents act one after the other over one connection. */
final class TeamScript {
  private final RawMcp client;
  private final String name;
  private final Map<String, String> tasks = new TreeMap<>();
  final String session;

  /** Starts the session, as an agent of its name, which makes the tasks. */
  TeamScript(TeamRun run, String session) {
    this.session = session;
    this.name = "of-" + session;
    this.client = run.agent(name);
    client.tool("start_session", "agent_id", name, "session_id", session).accepted();
  }

  /** Goes back to the session, which is the current one again. */
  TeamScript again() {
    client.tool("start_session", "agent_id", name, "session_id", session).accepted();
    return this;
  }

  /** Makes a task that waits for those others. */
  TeamScript task(String title, String... needs) {
    return made("medium", "", title, needs);
  }

  /** Makes a task meant for an agent. */
  TeamScript taskOf(String assignee, String title, String... needs) {
    return made("medium", assignee, title, needs);
  }

  /** Makes a task of a priority. */
  TeamScript ranked(String priority, String title, String... needs) {
    return made(priority, "", title, needs);
  }

  /** Makes a task with a description. */
  TeamScript described(String title, String description) {
    String made =
        client
            .tool(
                "create_task",
                "agent_id",
                name,
                "title",
                title,
                "priority",
                "medium",
                "description",
                description)
            .accepted()
            .get("task_id");
    tasks.put(title, made);
    return this;
  }

  private TeamScript made(String priority, String assignee, String title, String... needs) {
    List<Object> given = new ArrayList<>(List.of("agent_id", name, "title", title));
    given.addAll(List.of("priority", priority));
    given.addAll(List.of("depends_on", List.of(needs).stream().map(this::id).toList()));
    if (!assignee.isEmpty()) {
      given.addAll(List.of("assignee", assignee));
    }
    tasks.put(title, client.tool("create_task", given.toArray()).accepted().get("task_id"));
    return this;
  }

  /** Claims a task as an agent. */
  TeamScript claimed(String agent, String title) {
    client.tool("claim_task", "agent_id", agent, "task_id", id(title)).accepted();
    return this;
  }

  /** Moves a task as an agent. */
  TeamScript moved(String agent, String title, String status) {
    client
        .tool("update_task", "agent_id", agent, "task_id", id(title), "status", status)
        .accepted();
    return this;
  }

  /** Posts an artifact as an agent, and asks for a verdict; returns the review. */
  String asked(String agent, String artifact, String reviewer) {
    String posted =
        client
            .tool(
                "post_artifact",
                "agent_id",
                agent,
                "name",
                artifact,
                "type",
                "document",
                "content",
                "As it was said.")
            .accepted()
            .get("artifact_id");
    return client
        .tool("request_review", "agent_id", agent, "artifact_id", posted, "reviewer", reviewer)
        .accepted()
        .get("review_id");
  }

  /** Posts an artifact as an agent, and has it judged. */
  TeamScript reviewed(String agent, String artifact, String reviewer, String verdict) {
    String review = asked(agent, artifact, reviewer);
    client
        .tool("submit_review", "agent_id", reviewer, "review_id", review, "status", verdict)
        .accepted();
    return this;
  }

  /** Posts a version of an artifact as an agent for a task; returns it. */
  String posted(String agent, String artifact, String title) {
    return client
        .tool(
            "post_artifact",
            "agent_id",
            agent,
            "name",
            artifact,
            "type",
            "design",
            "content",
            "For the task.",
            "task_id",
            id(title))
        .accepted()
        .get("artifact_id");
  }

  /** Asks for a verdict on an artifact as an agent, which is given with a comment. */
  TeamScript judged(String agent, String artifact, String reviewer, String verdict, String why) {
    String review =
        client
            .tool(
                "request_review", "agent_id", agent, "artifact_id", artifact, "reviewer", reviewer)
            .accepted()
            .get("review_id");
    client
        .tool(
            "submit_review",
            "agent_id",
            reviewer,
            "review_id",
            review,
            "status",
            verdict,
            "comments",
            why)
        .accepted();
    return this;
  }

  /** Publishes a thought of an agent. */
  TeamScript thought(String agent, String words) {
    client.tool("broadcast_thinking", "agent_id", agent, "content", words).accepted();
    return this;
  }

  /** Sends a message to everyone in a thread. */
  TeamScript threaded(String agent, String words, String thread) {
    client
        .tool("send_message", "agent_id", agent, "content", words, "thread_id", thread)
        .accepted();
    return this;
  }

  /** Sends a message to everyone whose metadata name a task. */
  TeamScript about(String agent, String words, String title) {
    client
        .tool(
            "send_message",
            "agent_id",
            agent,
            "content",
            words,
            "metadata",
            Map.of("task", id(title)))
        .accepted();
    return this;
  }

  /** Returns the messages that an agent can read, as the tool answers. */
  String messagesOf(String agent) {
    return client.tool("get_messages", "agent_id", agent).accepted().text();
  }

  /** Sends a message to one agent. */
  TeamScript said(String agent, String words, String to) {
    client.tool("send_message", "agent_id", agent, "content", words, "to", to).accepted();
    return this;
  }

  /** Sends a message to everyone. */
  TeamScript told(String agent, String words) {
    client.tool("send_message", "agent_id", agent, "content", words).accepted();
    return this;
  }

  /** Saves the summary of the session. */
  TeamScript summed(String summary) {
    client
        .tool("save_session_summary", "agent_id", name, "session_id", session, "summary", summary)
        .accepted();
    return this;
  }

  String id(String title) {
    return tasks.get(title);
  }

  /** The address of a part of the session's pages. */
  String address(String part) {
    return "sessions/" + session + "/" + part;
  }
}
