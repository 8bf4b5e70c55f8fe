package dev.parley.war.testing;

import static dev.parley.war.testing.BadArgument.Kind.bound;
import static dev.parley.war.testing.BadArgument.Kind.wrong;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * An argument of a tool of the board at a bound, and past it or of a wrong form: with {@code last}
 * in its place the call is not refused as invalid, with {@code first} it is, by this field's name.
 *
 * @param tool which tool
 * @param field which argument
 * @param others what the call says besides
 * @param last the last value that passes; empty where there is only a wrong one
 * @param first the first one that does not
 * @param limit the limit a refusal tells; 0 where it tells none
 */
public record BadArgument(
    String tool, String field, Map<String, ?> others, List<Object> last, Object first, int limit) {

  private static final Set<String> NEEDED =
      Set.of("append_memory agent_id", "request_review reviewer");
  private static final String LONG_ID = "a".repeat(64);

  /** Arguments with {@code value} in the field's place. */
  public Map<String, Object> with(Object value) {
    Map<String, Object> all = new LinkedHashMap<>(others);
    all.put(field, value);
    return all;
  }

  @Override
  public String toString() {
    String shown = String.valueOf(first);
    return tool + " " + field + " " + (shown.length() < 20 ? shown : "past " + limit);
  }

  /** How the table is written. */
  static final class Kind {
    private Kind() {}

    static BadArgument bound(String tool, String field, int most, Map<String, ?> others) {
      return new BadArgument(
          tool, field, others, List.of("x".repeat(most)), "x".repeat(most + 1), most);
    }

    static BadArgument wrong(String tool, String field, Object value, Map<String, ?> others) {
      return new BadArgument(tool, field, others, List.of(), value, 0);
    }
  }

  /** All of them, over every tool. */
  public static List<BadArgument> all() {
    List<BadArgument> all = new ArrayList<>();
    all.addAll(texts());
    all.addAll(names());
    all.addAll(forms());
    return Collections.unmodifiableList(all);
  }

  private static List<BadArgument> texts() {
    Map<String, ?> task = Map.of("title", "t", "priority", "low");
    Map<String, ?> artifact = Map.of("name", "n", "type", "report", "content", "c");
    return List.of(
        bound("send_message", "content", 65_536, Map.of()),
        bound("send_message", "thread_id", 256, Map.of("content", "c")),
        bound("send_message", "idempotency_key", 256, Map.of("content", "c")),
        bound("create_task", "title", 256, Map.of("priority", "low")),
        bound("create_task", "description", 8_192, task),
        bound("create_task", "idempotency_key", 256, task),
        bound("create_task", "parent_task_id", 128, task),
        bound("create_task", "derived_reason", 512, task),
        bound("update_task", "task_id", 128, Map.of("status", "done")),
        bound("claim_task", "task_id", 128, Map.of()),
        bound("post_artifact", "name", 256, Map.of("type", "pr", "content", "c")),
        bound("post_artifact", "content", 524_288, Map.of("name", "n", "type", "pr")),
        bound("post_artifact", "task_id", 128, artifact),
        bound("post_artifact", "idempotency_key", 256, artifact),
        bound("get_artifact", "name", 256, Map.of()),
        bound("request_review", "artifact_id", 128, Map.of("reviewer", "r")),
        bound(
            "request_review", "idempotency_key", 256, Map.of("artifact_id", "a", "reviewer", "r")),
        bound("submit_review", "review_id", 128, Map.of("status", "approved")),
        bound("submit_review", "comments", 16_384, Map.of("review_id", "r", "status", "approved")),
        bound("get_reviews", "artifact_id", 128, Map.of()),
        bound("get_reviews", "after", 128, Map.of()),
        bound("write_memory", "key", 256, Map.of("content", "c")),
        bound("write_memory", "content", 131_072, Map.of("key", "k")),
        bound("write_memory", "idempotency_key", 256, Map.of("key", "k", "content", "c")),
        bound("append_memory", "content", 131_072, Map.of("agent_id", "a")),
        bound("append_memory", "idempotency_key", 256, Map.of("agent_id", "a", "content", "c")),
        bound("save_session_summary", "summary", 131_072, Map.of("session_id", "s")),
        bound("save_orchestrator_state", "state", 65_536, Map.of()),
        bound("broadcast_thinking", "content", 65_536, Map.of()));
  }

  private static List<BadArgument> names() {
    List<BadArgument> names = new ArrayList<>();
    Map<String, Map<String, ?>> callers =
        Map.ofEntries(
            Map.entry("get_server_info", Map.of()),
            Map.entry("start_session", Map.of("session_id", "bad-arguments")),
            Map.entry("send_message", Map.of("content", "c")),
            Map.entry("get_messages", Map.of()),
            Map.entry("create_task", Map.of("title", "t", "priority", "low")),
            Map.entry("update_task", Map.of("task_id", "t", "status", "done")),
            Map.entry("claim_task", Map.of("task_id", "t")),
            Map.entry("get_all_tasks", Map.of()),
            Map.entry("post_artifact", Map.of("name", "n", "type", "pr", "content", "c")),
            Map.entry("get_artifact", Map.of("name", "n")),
            Map.entry("request_review", Map.of("artifact_id", "a", "reviewer", "r")),
            Map.entry("submit_review", Map.of("review_id", "r", "status", "approved")),
            Map.entry("get_reviews", Map.of()),
            Map.entry("read_memory", Map.of()),
            Map.entry("write_memory", Map.of("key", "k", "content", "c")),
            Map.entry("append_memory", Map.of("content", "c")),
            Map.entry("save_session_summary", Map.of("session_id", "s", "summary", "s")),
            Map.entry("list_sessions", Map.of()),
            Map.entry("get_session_summary", Map.of("session_id", "s")),
            Map.entry("save_orchestrator_state", Map.of("state", "s")),
            Map.entry("get_orchestrator_state", Map.of()),
            Map.entry("list_agents", Map.of()),
            Map.entry("list_pool_agents", Map.of()),
            Map.entry("broadcast_thinking", Map.of("content", "c")));
    callers.forEach((tool, others) -> names.addAll(agent(tool, "agent_id", others)));
    names.addAll(agent("send_message", "to", Map.of("content", "c")));
    names.addAll(agent("create_task", "assignee", Map.of("title", "t", "priority", "low")));
    names.addAll(agent("update_task", "assignee", Map.of("task_id", "t")));
    names.addAll(agent("get_all_tasks", "assignee", Map.of()));
    names.addAll(agent("request_review", "reviewer", Map.of("artifact_id", "a")));
    names.addAll(agent("get_reviews", "reviewer", Map.of()));
    names.addAll(agent("get_reviews", "requester", Map.of()));
    for (String tool : List.of("start_session", "get_session_summary", "list_agents")) {
      names.addAll(session(tool, Map.of()));
    }
    names.addAll(session("save_session_summary", Map.of("summary", "s")));
    return names;
  }

  /** An empty name is a wrong one where a name is needed; elsewhere it counts as left out. */
  private static List<BadArgument> agent(String tool, String field, Map<String, ?> others) {
    List<BadArgument> wrong = new ArrayList<>(wrongNames(tool, field, others));
    if (NEEDED.contains(tool + " " + field)) {
      wrong.add(wrong(tool, field, "", others));
    }
    return wrong;
  }

  private static List<BadArgument> wrongNames(String tool, String field, Map<String, ?> others) {
    return List.of(
        new BadArgument(tool, field, others, List.of(LONG_ID), LONG_ID + "a", 0),
        wrong(tool, field, ".a", others),
        wrong(tool, field, "../a", others),
        wrong(tool, field, "a\n", others),
        wrong(tool, field, "\u0430", others),
        wrong(tool, field, 5, others));
  }

  private static List<BadArgument> session(String tool, Map<String, ?> others) {
    String last = "s".repeat(128);
    List<BadArgument> wrong = new ArrayList<>(wrongSessions(tool, others, last));
    if (!tool.equals("list_agents")) {
      wrong.add(wrong(tool, "session_id", "", others));
    }
    return wrong;
  }

  private static List<BadArgument> wrongSessions(String tool, Map<String, ?> others, String last) {
    return List.of(
        new BadArgument(tool, "session_id", others, List.of(last), last + "s", 0),
        wrong(tool, "session_id", "a/b", others),
        wrong(tool, "session_id", "a b", others),
        wrong(tool, "session_id", List.of("a"), others));
  }

  private static List<BadArgument> forms() {
    Map<String, ?> task = Map.of("title", "t", "priority", "low");
    Map<String, ?> said = Map.of("content", "c");
    List<String> dependencies = IntStream.range(0, 33).mapToObj(i -> "d" + i).toList();
    return List.of(
        wrong("send_message", "content", "a\u0000b", Map.of()),
        wrong("send_message", "content", List.of(), Map.of()),
        wrong("send_message", "thread_id", "a b", said),
        new BadArgument("send_message", "metadata", said, List.of(entries(20)), entries(21), 20),
        new BadArgument(
            "send_message",
            "metadata",
            said,
            List.of(Map.of("k".repeat(64), "v")),
            Map.of("k".repeat(65), "v"),
            64),
        new BadArgument(
            "send_message",
            "metadata",
            said,
            List.of(Map.of("k", "v".repeat(1_024))),
            Map.of("k", "v".repeat(1_025)),
            1_024),
        wrong("send_message", "metadata", Map.of("k", 1), said),
        wrong("send_message", "metadata", "k=v", said),
        wrong("get_messages", "after_seq", "1", Map.of()),
        wrong("get_messages", "after_seq", 1.5, Map.of()),
        wrong("create_task", "priority", "urgent", Map.of("title", "t")),
        wrong("create_task", "priority", "HIGH", Map.of("title", "t")),
        wrong("create_task", "depends_on", "d", task),
        wrong("create_task", "depends_on", List.of(1), task),
        wrong("create_task", "depends_on", List.of("a b"), task),
        wrong("create_task", "depends_on", List.of(""), task),
        new BadArgument(
            "create_task",
            "depends_on",
            task,
            List.of(List.of("d".repeat(256))),
            List.of("d".repeat(257)),
            256),
        new BadArgument(
            "create_task",
            "depends_on",
            task,
            List.of(dependencies.subList(0, 32)),
            dependencies,
            32),
        wrong("update_task", "status", "open", Map.of("task_id", "t")),
        wrong("update_task", "task_id", "", Map.of("status", "done")),
        wrong("update_task", "fencing_token", "7", Map.of("task_id", "t", "status", "done")),
        wrong("get_all_tasks", "include_description", "yes", Map.of()),
        wrong("post_artifact", "type", "image", Map.of("name", "n", "content", "c")),
        wrong("get_artifact", "version", 0, Map.of("name", "n")),
        wrong("get_artifact", "version", true, Map.of("name", "n")),
        wrong("request_review", "artifact_id", "", Map.of("reviewer", "r")),
        wrong("submit_review", "status", "pending", Map.of("review_id", "r")),
        wrong("get_reviews", "status", "open", Map.of()),
        wrong("get_reviews", "limit", 0, Map.of()),
        wrong("write_memory", "key", "", Map.of("content", "c")),
        wrong("write_memory", "key", "   ", Map.of("content", "c")),
        wrong("write_memory", "key", "# a", Map.of("content", "c")),
        wrong("write_memory", "key", "a\nb", Map.of("content", "c")),
        wrong("write_memory", "key", "a\rb", Map.of("content", "c")));
  }

  private static Map<String, String> entries(int count) {
    Map<String, String> entries = new LinkedHashMap<>();
    IntStream.range(0, count).forEach(i -> entries.put("k" + i, "v"));
    return entries;
  }
}
