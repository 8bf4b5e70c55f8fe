package dev.parley.engine.work;

import dev.parley.engine.waiting.DeclaredEnd;
import dev.parley.engine.work.AgentFacts.BlockedFact;
import dev.parley.engine.work.AgentFacts.MessageFact;
import dev.parley.engine.work.AgentFacts.ReviewFact;
import dev.parley.engine.work.AgentFacts.TaskFact;
import dev.parley.id.AgentId;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.Awaited;
import dev.parley.session.WorkState.Kind;
import dev.parley.session.WorkState.OwnTask;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which facts become a state; the first that applies decides.
 *
 * <ol>
 *   <li>It declared a failure, and did nothing since: failed.
 *   <li>It declared that it waits, did nothing since, and nobody wrote to it alone: waiting.
 *   <li>It holds a task: working, whatever it declared.
 *   <li>It declared that it is done, did nothing since, and got no task: done.
 *   <li>It asked for a review, or has a task in review: waiting.
 *   <li>All its open tasks have unfinished dependencies: waiting.
 *   <li>All its tasks are finished, and it did nothing since: done. Messages do not count: they
 *       report.
 *   <li>Else idle.
 * </ol>
 */
final class WorkRules {
  private final AgentFacts facts;
  private final @Nullable DeclaredEnd declared;
  private final Optional<String> reason;

  private WorkRules(AgentFacts facts) {
    this.facts = facts;
    MessageFact message = facts.message;
    boolean isLastAct = message != null && message.seq() > facts.actSeq;
    this.declared =
        message != null && isLastAct ? DeclaredEnd.of(message.text()).orElse(null) : null;
    this.reason =
        declared != null && message != null
            ? declared.reason(message.text(), WorkState.MAX_REASON)
            : Optional.empty();
  }

  static WorkState stateOf(AgentFacts facts) {
    return new WorkRules(facts).state();
  }

  /**
   * Returns the end the agent declared, while it holds: the agent did nothing after it, and nobody
   * answered a wait.
   */
  static Optional<Kind> declaredBy(AgentFacts facts) {
    MessageFact message = facts.message;
    DeclaredEnd declared = new WorkRules(facts).declared;
    if (message == null || declared == null) {
      return Optional.empty();
    }
    return switch (declared) {
      case FAILED -> Optional.of(Kind.FAILED);
      case DONE -> Optional.of(Kind.DONE);
      case WAITING -> facts.written <= message.seq() ? Optional.of(Kind.WAITING) : Optional.empty();
    };
  }

  private WorkState state() {
    MessageFact message = facts.message;
    TaskFact held = facts.held;
    if (message != null && declared == DeclaredEnd.FAILED) {
      return state(Kind.FAILED, message.at(), held, Optional.empty());
    }
    if (message != null && declared == DeclaredEnd.WAITING && facts.written <= message.seq()) {
      TaskFact task = held == null ? facts.inReview : held;
      return state(Kind.WAITING, message.at(), task, Optional.of(answer(message)));
    }
    if (held != null) {
      return state(Kind.WORKING, held.at(), held, Optional.empty());
    }
    if (message != null && declared == DeclaredEnd.DONE && facts.openSince <= message.at()) {
      return state(Kind.DONE, message.at(), null, Optional.empty());
    }
    ReviewFact review = facts.review;
    if (review != null) {
      return state(Kind.WAITING, review.at(), facts.inReview, Optional.of(verdict(review)));
    }
    TaskFact inReview = facts.inReview;
    if (inReview != null) {
      return state(
          Kind.WAITING, inReview.at(), inReview, Optional.of(awaited(Awaited.Cause.REVIEW)));
    }
    BlockedFact blocked = facts.blocked;
    if (blocked != null && !facts.hasReadyTask) {
      long since = Math.max(blocked.task().at(), lastActAt());
      return state(Kind.WAITING, since, blocked.task(), Optional.of(dependency(blocked)));
    }
    boolean isFinished = facts.tasks.all() > 0 && facts.tasks.done() == facts.tasks.all();
    if (isFinished && facts.actAt <= facts.doneAt) {
      return state(Kind.DONE, facts.doneAt, null, Optional.empty());
    }
    return state(Kind.IDLE, lastActAt() > 0 ? lastActAt() : facts.lastAt, null, Optional.empty());
  }

  /** Returns the one that has to answer: the agent it wrote to, else the reviewer it asked. */
  private Awaited answer(MessageFact message) {
    AgentId to = message.to();
    ReviewFact review = facts.review;
    if (to == null && review != null) {
      return verdict(review);
    }
    return new Awaited(
        Awaited.Cause.ANSWER, Optional.ofNullable(to), Optional.empty(), Optional.empty());
  }

  private static Awaited verdict(ReviewFact review) {
    return new Awaited(
        Awaited.Cause.REVIEW,
        Optional.of(review.reviewer()),
        Optional.empty(),
        Optional.of(review.artifact()));
  }

  private static Awaited dependency(BlockedFact blocked) {
    return new Awaited(
        Awaited.Cause.DEPENDENCY,
        Optional.ofNullable(blocked.assignee()),
        Optional.of(blocked.dependency()),
        Optional.empty());
  }

  private static Awaited awaited(Awaited.Cause cause) {
    return new Awaited(cause, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private long lastActAt() {
    MessageFact message = facts.message;
    return Math.max(facts.actAt, message == null ? 0 : message.at());
  }

  private WorkState state(
      Kind kind, long since, @Nullable TaskFact task, Optional<Awaited> waitsFor) {
    Optional<OwnTask> own = Optional.ofNullable(task).map(TaskFact::task);
    boolean isDeclared = kind == Kind.WAITING || kind == Kind.DONE || kind == Kind.FAILED;
    return new WorkState(
        facts.agent,
        kind,
        Instant.ofEpochMilli(since),
        own,
        waitsFor,
        isDeclared ? reason : Optional.empty(),
        facts.tasks);
  }
}
