package dev.parley.engine.task;

import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;

/**
 * The audit of what one agent does with tasks.
 *
 * @param audit the audit of the agent
 * @param session the session of the tasks
 */
record TaskAudit(AgentAudit audit, SessionId session) {

  /** Records a claim if it was won; returns it. */
  Claim claimed(Claim claim) {
    if (claim.isWon()) {
      claim.task().ifPresent(task -> record(AuditAction.TASK_CLAIM, text(task.id())));
    }
    return claim;
  }

  /**
   * Records a change of a task if it decided about the work of another agent, as a lead does;
   * returns the task.
   */
  Task changed(Task task, boolean ofAnother, TaskChange change) {
    if (ofAnother) {
      String status = change.status().map(next -> ": " + next.wireName()).orElse("");
      String assignee = change.assignee().map(to -> ", for " + to.value()).orElse("");
      record(AuditAction.TASK_CHANGE, text(task.id()) + status + assignee);
    }
    return task;
  }

  /** Records an edit if another agent has the task; returns the task. */
  Task edited(EditTask.Edited edited) {
    if (edited.ofAnother() && !edited.fields().isEmpty()) {
      String fields = String.join(", ", edited.fields());
      record(AuditAction.TASK_CHANGE, text(edited.task().id()) + ": " + fields);
    }
    return edited.task();
  }

  private void record(AuditAction action, String target) {
    audit.record(action, target, Act.OK);
  }

  private String text(TaskId task) {
    return "task " + task.value() + " of session " + session.value();
  }
}
