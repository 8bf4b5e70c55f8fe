package dev.parley.engine.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.problem.HookFailed;
import java.util.Optional;

/** The deployer's hooks, which run before a task is claimed and before it is done. */
public interface TaskInterceptor {
  /** Lets everything pass. */
  TaskInterceptor OPEN =
      new TaskInterceptor() {
        @Override
        public boolean watches(Moment moment, SessionId session, AgentId agent) {
          return false;
        }

        @Override
        public Optional<HookFailed> pass(
            Moment moment, SessionId session, AgentId agent, TaskId task) {
          return Optional.empty();
        }
      };

  /** The moment a hook runs. */
  enum Moment {
    /** Before an agent claims a task. */
    BEFORE_TASK,
    /** Before its task is done. */
    AFTER_TASK
  }

  /** Returns true if a hook runs for {@code agent}. */
  boolean watches(Moment moment, SessionId session, AgentId agent);

  /** Runs the hook; returns its failure, if any. May take as long as the deployer's time limit. */
  Optional<HookFailed> pass(Moment moment, SessionId session, AgentId agent, TaskId task);
}
