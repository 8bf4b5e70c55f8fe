package dev.parley.engine.task;

import dev.parley.engine.session.Actor;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.AgentId;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.DependenciesOpen;
import dev.parley.problem.GatesOpen;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TransitionRefused;
import dev.parley.task.Gate;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskStatus;
import java.util.List;
import java.util.Optional;

/** The rules of changes to a task: who may make them, and their consequences. */
final class TaskTransitionRules {
  private TaskTransitionRules() {}

  /** Checks a change; refuses it without changing anything. */
  static void check(
      TaskRows rows, TaskRow row, Actor actor, TaskChange change, Optional<TaskGates> gates) {
    if (change.fencingToken().filter(token -> token != row.fence()).isPresent()) {
      throw new ParleyException(new ClaimLost(row.holder().map(AgentId::value)));
    }
    if (!actor.leads() && !row.mayBeChangedBy(actor.agent())) {
      throw new ParleyException(new NotPermitted("not the task assignee or creator"));
    }
    change.status().ifPresent(next -> check(rows, row, next, gates));
  }

  private static void check(
      TaskRows rows, TaskRow row, TaskStatus next, Optional<TaskGates> gates) {
    TaskStatus now = row.status();
    if (now == next) {
      return;
    }
    if (!now.canBecome(next)) {
      throw new ParleyException(
          new TransitionRefused(
              now.wireName(),
              next.wireName(),
              now.possible().stream().map(TaskStatus::wireName).toList()));
    }
    if (next.needsDependencies()) {
      List<String> open = rows.open(row.id());
      if (!open.isEmpty()) {
        throw new ParleyException(new DependenciesOpen(open));
      }
    }
    if (next == TaskStatus.DONE) {
      refuseOpen(gates.map(known -> known.open(rows, row)).orElse(List.of()));
    }
  }

  private static void refuseOpen(List<Gate> open) {
    if (!open.isEmpty()) {
      throw new ParleyException(
          new GatesOpen(
              open.stream().map(Gate::text).toList(), open.stream().map(Gate::condition).toList()));
    }
  }

  /** Applies a checked change. */
  static void apply(
      TaskRow row, AgentId agent, TaskChange change, SessionTransaction writing, Leases leases) {
    long now = writing.now();
    TaskStatus next = change.status().orElse(row.status());
    switch (next) {
      case TODO -> {
        if (row.status() != TaskStatus.TODO) {
          row.backOnBoard(writing.nextSeq(), now);
        }
        change.assignee().ifPresent(assignee -> row.assignedTo(assignee, now));
      }
      case IN_PROGRESS -> {
        boolean staysAsItIs = row.status() == TaskStatus.IN_PROGRESS && change.assignee().isEmpty();
        if (!staysAsItIs) {
          AgentId holder = change.assignee().or(row::assignee).orElse(agent);
          row.heldBy(holder, leases.until(now), now);
        }
      }
      case IN_REVIEW, DONE -> {
        change.assignee().ifPresent(assignee -> row.assignedTo(assignee, now));
        row.restsAs(next, now);
      }
    }
  }
}
