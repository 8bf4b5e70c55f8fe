package dev.parley.engine.task;

import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.SessionCommand;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.event.TaskChanged;
import dev.parley.id.TaskId;
import dev.parley.problem.NotFound;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TaskFinished;
import dev.parley.task.Task;
import dev.parley.task.TaskEdit;
import dev.parley.task.TaskStatus;
import java.util.List;

/** The edit of a task's content by its creator or a lead. */
record EditTask(LiveSession live, Actor actor, TaskId id, TaskEdit edit)
    implements SessionCommand<EditTask.Edited> {

  /**
   * A task after an edit.
   *
   * @param task the task
   * @param fields the names of the fields that were changed; none where it was that already
   * @param ofAnother whether another agent has it
   */
  record Edited(Task task, List<String> fields, boolean ofAnother) {}

  @Override
  public Edited in(SessionTransaction session) {
    TaskRows rows = TaskRows.of(session);
    TaskRow row = rows.row(id).orElseThrow(() -> new ParleyException(new NotFound("task")));
    if (!actor.leads() && !row.creator().equals(actor.agent())) {
      throw new ParleyException(new NotPermitted("not the task creator"));
    }
    if (row.status() == TaskStatus.DONE) {
      throw new ParleyException(new TaskFinished(row.status().wireName()));
    }
    Task before = rows.snapshot(row, live.id());
    List<String> fields = row.edited(edit, session.now());
    if (!fields.isEmpty()) {
      rows.keepOriginal(row, before.draft());
      session.record(actor.agent(), new TaskChanged(row.id(), row.status(), row.assignee()));
      live.inform(session, actor, TaskMessages.ofEdit(actor.agent(), row, fields));
    }
    boolean ofAnother = !row.isOwnOf(actor.agent());
    return new Edited(rows.snapshot(row, live.id()), fields, ofAnother);
  }
}
