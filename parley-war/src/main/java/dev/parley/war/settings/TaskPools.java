package dev.parley.war.settings;

import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** The pools that a deployment has on the executor of its application server. */
@FunctionalInterface
public interface TaskPools {
  /** No pools: each part has threads of its own. */
  TaskPools OWN = (name, threads) -> Optional.empty();

  /**
   * Returns a new pool, which its user shuts down; empty where the user makes threads of its own.
   *
   * @param threads the maximum number of tasks that run at a time
   */
  Optional<ScheduledExecutorService> pool(String name, int threads);

  /** Returns the pools of a deployment. */
  static TaskPools of(ServletContext context) {
    return context.getAttribute(TaskPools.class.getName()) instanceof TaskPools pools ? pools : OWN;
  }

  /** Makes these the pools of a deployment. */
  default void publish(ServletContext context) {
    context.setAttribute(TaskPools.class.getName(), this);
  }
}
