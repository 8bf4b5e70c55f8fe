package dev.parley.engine.task;

import dev.parley.engine.session.ActMessage;
import dev.parley.id.AgentId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages about what one agent does with the task of another: to the agent that has it now, to
 * the one that had it, and to its creator where another than the assignee closes it.
 */
final class TaskMessages {
  private final AgentId agent;
  private final Before before;
  private final TaskRow task;
  private final boolean moved;
  private final List<SessionMessageDraft> drafts = new ArrayList<>();

  private TaskMessages(AgentId agent, Before before, TaskRow task) {
    this.agent = agent;
    this.before = before;
    this.task = task;
    this.moved = before.status() != task.status();
  }

  /**
   * A task before a change.
   *
   * @param status its status
   * @param assignee the agent that had it
   */
  record Before(TaskStatus status, Optional<AgentId> assignee) {
    /** A task that was not there. */
    static final Before NONE = new Before(TaskStatus.TODO, Optional.empty());

    static Before of(TaskRow task) {
      return new Before(task.status(), task.assignee());
    }

    private boolean isClaimed() {
      return status == TaskStatus.IN_PROGRESS;
    }
  }

  /** Returns the messages about what {@code agent} made of the task {@code before}. */
  static List<SessionMessageDraft> of(AgentId agent, Before before, TaskRow task) {
    TaskMessages messages = new TaskMessages(agent, before, task);
    messages.collect();
    return List.copyOf(messages.drafts);
  }

  /** Returns the message to the assignee about an edit of {@code fields} by {@code agent}. */
  static List<SessionMessageDraft> ofEdit(AgentId agent, TaskRow task, List<String> fields) {
    TaskMessages messages = new TaskMessages(agent, Before.of(task), task);
    int last = fields.size() - 1;
    String before = String.join(", ", fields.subList(0, last));
    String changed =
        "changed the " + before + (last == 0 ? "" : " and ") + fields.get(last) + " of";
    task.assignee().ifPresent(to -> messages.add("task_edited", to, changed, "."));
    return List.copyOf(messages.drafts);
  }

  private void collect() {
    Optional<AgentId> now = task.assignee();
    if (!now.equals(before.assignee())) {
      before.assignee().ifPresent(this::taken);
      now.ifPresent(this::given);
    } else if (moved) {
      now.ifPresent(this::moved);
    }
    boolean byAnother = !before.assignee().equals(Optional.of(agent));
    if (moved && task.status() == TaskStatus.DONE && byAnother && !hasMessageFor(task.creator())) {
      add("task_closed", task.creator(), "closed", ", which you created.");
    }
  }

  private boolean hasMessageFor(AgentId to) {
    return drafts.stream().anyMatch(draft -> draft.to().equals(Optional.of(to)));
  }

  private void taken(AgentId from) {
    if (isPutBack()) {
      String claim = before.isClaimed() ? "your claim has ended." : "it is no longer yours.";
      add("task_released", from, "put", " back to Todo; " + claim);
    } else {
      Optional<AgentId> other = task.assignee().filter(now -> !now.equals(agent));
      String next = other.map(now -> " and assigned it to " + now.value()).orElse("");
      add("task_reassigned", from, "took", " from you" + next + ".");
    }
  }

  private void given(AgentId to) {
    if (isPutBack()) {
      add("task_assigned", to, "put", " back to Todo; it is assigned to you.");
    } else {
      String claim = task.status() == TaskStatus.IN_PROGRESS ? "; its claim is yours." : ".";
      add("task_assigned", to, "assigned", " to you" + claim);
    }
  }

  private void moved(AgentId to) {
    String claim = before.isClaimed() ? "; your claim has ended" : "";
    switch (task.status()) {
      case TODO ->
          add("task_released", to, "put", " back to Todo" + claim + "; it is still yours to do.");
      case IN_PROGRESS -> add("task_changed", to, "put", " in progress; its claim is yours.");
      case IN_REVIEW -> add("task_changed", to, "put", " in review" + claim + ".");
      case DONE -> add("task_closed", to, "closed", claim + ".");
    }
  }

  private boolean isPutBack() {
    return moved && task.status() == TaskStatus.TODO;
  }

  private void add(String event, AgentId to, String did, String end) {
    ActMessage message =
        ActMessage.about(event)
            .with("task", Optional.of(task.id().value()))
            .with("status", Optional.of(task.status().wireName()));
    String text = agent.value() + " " + did + " task " + ActMessage.quoted(task.title()) + end;
    drafts.add(message.to(to, text));
  }
}
