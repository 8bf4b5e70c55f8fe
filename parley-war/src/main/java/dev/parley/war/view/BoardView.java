package dev.parley.war.view;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.Gate;
import dev.parley.task.LinkedTask;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskStatus;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tasks of a board as they are shown: each with what it waits for and what waits for it. */
public final class BoardView {
  /** The states of a task, by their names on the wire. */
  public static final WireEnum<TaskStatus> STATUS =
      WireEnum.of(TaskStatus::wireName, TaskStatus.values());

  /** The priorities of a task, by their names on the wire. */
  public static final WireEnum<Priority> PRIORITY =
      WireEnum.of(Priority::wireName, Priority.values());

  /** The maximum number of characters of an excerpt. */
  static final int MAX_EXCERPT = 200;

  private BoardView() {}

  /** The task as a list has it, with the beginning of its description. */
  public static ResultFields brief(LinkedTask linked) {
    Task task = linked.task();
    return rest(
        head(task).orNull("excerpt", task.draft().description().map(BoardView::excerpt)), linked);
  }

  /** Returns the beginning of a description on one line. */
  static String excerpt(String description) {
    String line = beginning(description, 2 * MAX_EXCERPT).strip().replaceAll("\\s+", " ");
    return beginning(line, MAX_EXCERPT);
  }

  /** Returns the first characters of a text, none of them split. */
  private static String beginning(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean isSplit = Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, isSplit ? most - 1 : most);
  }

  /**
   * The rights of a person on one task.
   *
   * @param change to move and assign it
   * @param edit to edit its content
   */
  public record TaskRights(boolean change, boolean edit) {}

  /**
   * The task with its description and its gates.
   *
   * @param open the gates that have not passed
   * @param rights the rights of the person that it is shown to
   */
  public static ResultFields full(LinkedTask linked, List<Gate> open, TaskRights rights) {
    return described(linked)
        .and("gates", gates(linked.task(), open))
        .and("mayAssign", rights.change())
        .and("mayBecome", rights.change() ? next(linked, open) : List.of())
        .and("mayEdit", rights.edit());
  }

  private static List<Map<String, @Nullable Object>> gates(Task task, List<Gate> open) {
    return task.draft().gates().stream()
        .map(
            gate ->
                ResultFields.none()
                    .and("kind", gate.kind().wireName())
                    .and("name", gate.name())
                    .and("passed", !open.contains(gate))
                    .and("condition", gate.condition())
                    .map())
        .toList();
  }

  /** The task with its description, and nothing of what a person may do with it. */
  public static ResultFields described(LinkedTask linked) {
    Task task = linked.task();
    return rest(head(task).orNull("description", task.draft().description()), linked);
  }

  /** Returns the statuses it can become; a hook is not waited for, because it runs then. */
  private static List<String> next(LinkedTask linked, List<Gate> open) {
    boolean waits = !linked.blockedBy().isEmpty();
    boolean isUnchecked = open.stream().anyMatch(gate -> gate.kind() != Gate.Kind.HOOK);
    return linked.task().status().possible().stream()
        .filter(next -> !(waits && next.needsDependencies()))
        .filter(next -> !(isUnchecked && next == TaskStatus.DONE))
        .map(TaskStatus::wireName)
        .toList();
  }

  /** The ids of tasks, as they are shown. */
  public static List<String> ids(List<TaskId> tasks) {
    return tasks.stream().map(TaskId::value).toList();
  }

  private static ResultFields head(Task task) {
    return ResultFields.none().and("id", task.id().value()).and("title", task.draft().title());
  }

  private static ResultFields rest(ResultFields fields, LinkedTask linked) {
    Task task = linked.task();
    return fields
        .and("status", task.status().wireName())
        .and("priority", task.draft().priority().wireName())
        .orNull("assignee", task.assignee().map(AgentId::value))
        .and("createdBy", task.createdBy().value())
        .and("dependsOn", ids(task.draft().dependsOn()))
        .and("blockedBy", ids(linked.blockedBy()))
        .and("blocks", ids(linked.blocks()))
        .orNull("parent", task.draft().parent().map(TaskId::value))
        .and("depth", task.depth())
        .orNull("derivedReason", task.draft().derivedReason())
        .orNull(
            "lease", task.lease().map(lease -> Map.of("expiresAt", Timestamps.iso(lease.until()))))
        .and("createdAt", Timestamps.iso(task.createdAt()))
        .and("updatedAt", Timestamps.iso(task.updatedAt()));
  }
}
