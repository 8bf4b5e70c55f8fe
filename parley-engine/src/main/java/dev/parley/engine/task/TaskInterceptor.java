package dev.parley.engine.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.problem.HookFailed;
import java.util.Optional;

/** What the deployer lets run before a task is taken up, and before it is done. */
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

  /** When something runs. */
  enum Moment {
    /** Before an agent takes a task up. */
    BEFORE_TASK,
    /** Before its task is done. */
    AFTER_TASK
  }

  /** Whether anything runs for {@code agent}. */
  boolean watches(Moment moment, SessionId session, AgentId agent);

  /** Runs it; answers what failed. May take as long as the deployer's time limit. */
  Optional<HookFailed> pass(Moment moment, SessionId session, AgentId agent, TaskId task);
}
