package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.session.CompletionCheck;
import dev.parley.session.CompletionCheck.Obstacle;
import dev.parley.session.CompletionCheck.PendingTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A check as it is shown, under the names that programs of other servers know. */
public final class CompletionView {
  private static final int MAX_NAMED = 3;

  private CompletionView() {}

  /**
   * Returns a check.
   *
   * @param isOfAgent whether the part about the agent was asked for
   */
  public static Map<String, @Nullable Object> of(CompletionCheck check, boolean isOfAgent) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("success", true);
    shown.put("all_done", check.isAllDone());
    shown.put("done_count", check.done());
    shown.put("total_count", check.total());
    shown.put("pending_tasks", tasks(check.pending()));
    shown.put("truncated", check.isTruncated());
    shown.put("agent", isOfAgent ? check.agent().value() : null);
    shown.put("may_end", isOfAgent ? check.mayEnd() : null);
    shown.put("open_tasks", isOfAgent ? tasks(check.open()) : List.of());
    shown.put("unread", isOfAgent ? check.unread() : 0L);
    shown.put(
        "declared",
        isOfAgent
            ? check.declared().map(end -> end.name().toLowerCase(Locale.ROOT)).orElse(null)
            : null);
    shown.put("reason", isOfAgent && !check.mayEnd() ? reason(check) : null);
    return shown;
  }

  private static List<Map<String, @Nullable Object>> tasks(List<PendingTask> tasks) {
    List<Map<String, @Nullable Object>> shown = new ArrayList<>();
    for (PendingTask task : tasks) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("id", task.id().value());
      one.put("title", task.title());
      one.put("status", task.status().wireName());
      one.put("assignee", task.assignee().map(AgentId::value).orElse(null));
      shown.add(one);
    }
    return shown;
  }

  /** Returns what keeps the agent, and what it is to do, as its model may be shown it. */
  private static String reason(CompletionCheck check) {
    StringBuilder text = new StringBuilder("Parley:");
    if (check.obstacles().contains(Obstacle.UNREAD_MESSAGES)) {
      text.append(check.unread() == 1 ? " one message" : " " + check.unread() + " messages")
          .append(
              check.unread() == 1
                  ? " to you alone waits: read it"
                  : " to you alone wait: read them")
          .append(" with get_messages.");
    }
    if (check.obstacles().contains(Obstacle.OPEN_TASKS)) {
      text.append(" You have not finished ")
          .append(named(check.open()))
          .append(
              ". Go on, or set the status with update_task, or return what you claimed with"
                  + " release_claim. If you wait for somebody, say so in a message that begins with"
                  + " end:waiting.");
    }
    return text.toString();
  }

  /** Names tasks by their ids, since a title is the text of an agent. A full list may be cut. */
  private static String named(List<PendingTask> tasks) {
    List<String> ids = tasks.stream().limit(MAX_NAMED).map(task -> task.id().value()).toList();
    int more = tasks.size() - ids.size();
    boolean isCounted = tasks.size() < CompletionCheck.MAX_TASKS;
    return (tasks.size() == 1 ? "task " : "tasks ")
        + String.join(", ", ids)
        + (more > 0 ? (isCounted ? " and " + more + " more" : " and more") : "");
  }
}
