package dev.parley.engine.work;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.session.WorkState.OwnTask;
import dev.parley.session.WorkState.TaskCount;
import org.jspecify.annotations.Nullable;

/** The facts about one agent that its state follows from. Not safe for threads. */
final class AgentFacts {
  final AgentId agent;

  /** The task it claimed or changed last, of those it holds under a live lease. */
  @Nullable TaskFact held;

  /** Its task that waits longest for a verdict. */
  @Nullable TaskFact inReview;

  /** Its first open task with unfinished dependencies. */
  @Nullable BlockedFact blocked;

  /** The time it last got an open task, or one of them was changed. */
  long openSince;

  /** True if one of its open tasks could be claimed now. */
  boolean hasReadyTask;

  /** The pending review it asked for first. */
  @Nullable ReviewFact review;

  /** Its last message. */
  @Nullable MessageFact message;

  /** The number of the last message to it alone. */
  long written;

  /** The number and the time of its last act that is no message; 0 where there is none. */
  long actSeq;

  long actAt;

  /** The time of the last change of a finished task of it. */
  long doneAt;

  TaskCount tasks = TaskCount.NONE;

  /** The time of the last fact. */
  long lastAt;

  AgentFacts(AgentId agent) {
    this.agent = agent;
  }

  /** A task and the time of its last change. */
  record TaskFact(OwnTask task, long at) {}

  /** An open task, and the first of its dependencies that is not done. */
  record BlockedFact(TaskFact task, OwnTask dependency, @Nullable AgentId assignee) {}

  /** A pending review. */
  record ReviewFact(ArtifactId artifact, AgentId reviewer, long at) {}

  /** A message; {@code to} is null for one to everyone. */
  record MessageFact(long seq, long at, @Nullable AgentId to, String text) {}

  /** Notes a fact of that time. */
  void at(long time) {
    lastAt = Math.max(lastAt, time);
  }
}
