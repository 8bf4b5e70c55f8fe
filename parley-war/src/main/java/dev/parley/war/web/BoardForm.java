package dev.parley.war.web;

import dev.parley.agent.AgentId;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskId;
import dev.parley.task.TaskStatus;
import dev.parley.war.tool.Fields;
import dev.parley.war.tool.Times;
import dev.parley.war.tool.WireName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tasks of a board as they are shown: each with what it waits for and what waits for it. */
final class BoardForm {
  static final WireName<TaskStatus> STATUS = WireName.of(TaskStatus::wireName, TaskStatus.values());
  static final WireName<Priority> PRIORITY = WireName.of(Priority::wireName, Priority.values());

  private final Map<TaskId, Task> tasks = new HashMap<>();
  private final Map<TaskId, List<String>> blocks = new HashMap<>();
  private final Map<TaskId, List<String>> children = new HashMap<>();

  /** Of all tasks of a board. */
  BoardForm(List<Task> all) {
    for (Task task : all) {
      tasks.put(task.id(), task);
      task.draft().dependsOn().forEach(before -> add(blocks, before, task));
      task.draft().parent().ifPresent(parent -> add(children, parent, task));
    }
  }

  private static void add(Map<TaskId, List<String>> lists, TaskId of, Task task) {
    lists.computeIfAbsent(of, unused -> new ArrayList<>()).add(task.id().value());
  }

  /** The task as a list has it. */
  Fields brief(Task task) {
    return rest(head(task), task);
  }

  /** The task with its description, and what {@code person} may make of it. */
  Fields full(Task task, AgentId person) {
    boolean mayChange = task.mayBeChangedBy(person);
    return rest(head(task).orNull("description", task.draft().description()), task)
        .and("mayAssign", mayChange)
        .and("mayBecome", mayChange ? next(task) : List.of());
  }

  private List<String> next(Task task) {
    boolean waits = !blockedBy(task).isEmpty();
    return task.status().possible().stream()
        .filter(next -> !(waits && next.needsDependencies()))
        .map(TaskStatus::wireName)
        .toList();
  }

  /** Those that were derived from a task. */
  List<String> children(Task task) {
    return children.getOrDefault(task.id(), List.of());
  }

  private static Fields head(Task task) {
    return Fields.none().and("id", task.id().value()).and("title", task.draft().title());
  }

  private Fields rest(Fields fields, Task task) {
    return fields
        .and("status", task.status().wireName())
        .and("priority", task.draft().priority().wireName())
        .orNull("assignee", task.assignee().map(AgentId::value))
        .and("createdBy", task.createdBy().value())
        .and("dependsOn", task.draft().dependsOn().stream().map(TaskId::value).toList())
        .and("blockedBy", blockedBy(task))
        .and("blocks", blocks.getOrDefault(task.id(), List.of()))
        .orNull("parent", task.draft().parent().map(TaskId::value))
        .and("depth", task.depth())
        .orNull("derivedReason", task.draft().derivedReason())
        .orNull("lease", task.lease().map(lease -> Map.of("expiresAt", Times.iso(lease.until()))))
        .and("createdAt", Times.iso(task.createdAt()))
        .and("updatedAt", Times.iso(task.updatedAt()));
  }

  private List<String> blockedBy(Task task) {
    return task.draft().dependsOn().stream()
        .filter(
            before ->
                Optional.ofNullable(tasks.get(before)).map(Task::status).orElse(TaskStatus.TODO)
                    != TaskStatus.DONE)
        .map(TaskId::value)
        .toList();
  }
}
