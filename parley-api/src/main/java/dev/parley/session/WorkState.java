package dev.parley.session;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one agent in a session, derived from its acts: claims, reviews, messages and changes
 * of tasks. Of the content of messages, only a declared end counts: a message that begins with
 * {@code end:waiting}, {@code end:_done} or {@code end:failed}, as long as the agent does nothing
 * after it. It does not say whether the agent is connected.
 *
 * @param agent the agent
 * @param kind the kind of state
 * @param since the time since which it holds
 * @param task the task it has, where there is one: the task it works on, or the task that waits
 * @param waitsFor the reason a waiting agent cannot go on; empty for every other kind
 * @param reason the words of a declared end, cut after {@value #MAX_REASON} characters; empty where
 *     it declared none, or gave no words
 * @param tasks the number of its tasks
 */
public record WorkState(
    AgentId agent,
    Kind kind,
    Instant since,
    Optional<OwnTask> task,
    Optional<Awaited> waitsFor,
    Optional<String> reason,
    TaskCount tasks) {
  /** The maximum number of characters of a reason. */
  public static final int MAX_REASON = 300;

  /** The kinds of states. */
  public enum Kind {
    /** It holds a task under a live lease. */
    WORKING,
    /** It cannot go on before another agent or a person acts. */
    WAITING,
    /** It could work and holds nothing. */
    IDLE,
    /** It declared its end, or finished all its tasks and did nothing since. */
    DONE,
    /** It declared that it failed. */
    FAILED
  }

  /**
   * A task in a state.
   *
   * @param id the task
   * @param title its title
   * @param leaseUntil the time its lease ends unless it is renewed; empty where nobody holds it
   */
  public record OwnTask(TaskId id, String title, Optional<Instant> leaseUntil) {}

  /**
   * The event an agent waits for.
   *
   * @param cause the kind of event
   * @param agent the agent or person that has to act; empty where no one was named
   * @param task the unfinished task, for a dependency
   * @param artifact the artifact to review, for a review with a reviewer
   */
  public record Awaited(
      Cause cause, Optional<AgentId> agent, Optional<OwnTask> task, Optional<ArtifactId> artifact) {

    /** The kinds of events an agent waits for. */
    public enum Cause {
      /** An answer to its declared {@code end:waiting}. */
      ANSWER,
      /** The verdict of a review, or of a task in review. */
      REVIEW,
      /** The end of another task, on which all its open tasks depend. */
      DEPENDENCY
    }
  }

  /**
   * The tasks assigned to an agent.
   *
   * @param done the number of finished ones
   * @param all the number of all
   */
  public record TaskCount(long done, long all) {
    /** No tasks. */
    public static final TaskCount NONE = new TaskCount(0, 0);
  }
}
