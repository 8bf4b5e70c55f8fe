package dev.parley.war;

import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.concurrent.SharedExecutors;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.settings.Settings;
import dev.parley.war.settings.TaskPools;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The executors of an application server that Parley runs its tasks on: those that the settings
 * name, else the default ones of the server where it has them.
 */
final class ContainerExecutors {
  private static final System.Logger LOG = System.getLogger(ContainerExecutors.class.getName());

  private static final String EXECUTOR = "executor";
  private static final String SCHEDULER = "scheduler";

  /** The value of {@link #EXECUTOR} that asks for threads of Parley. */
  private static final String OWN = "own";

  private static final String DEFAULT_EXECUTOR = "java:comp/DefaultManagedExecutorService";
  private static final String DEFAULT_SCHEDULER =
      "java:comp/DefaultManagedScheduledExecutorService";

  private final ExecutorService executor;
  private final ScheduledExecutorService scheduler;

  private ContainerExecutors(ExecutorService executor, ScheduledExecutorService scheduler) {
    this.executor = executor;
    this.scheduler = scheduler;
  }

  /**
   * Returns the executors; empty where Parley has threads of its own. The default ones exist on the
   * threads of the server alone, so a thread that deploys calls this.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where a setting names no
   *     executor
   */
  static Optional<ContainerExecutors> of(Settings settings) {
    Optional<String> executor = settings.value("executor");
    if (executor.filter(OWN::equals).isPresent()) {
      return Optional.empty();
    }
    Optional<ExecutorService> tasks =
        found(EXECUTOR, executor, DEFAULT_EXECUTOR, ExecutorService.class);
    Optional<ScheduledExecutorService> timers =
        found(
            SCHEDULER,
            settings.value("scheduler"),
            DEFAULT_SCHEDULER,
            ScheduledExecutorService.class);
    if (tasks.isEmpty() || timers.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ContainerExecutors(tasks.get(), timers.get()));
  }

  private static <T> Optional<T> found(
      String setting, Optional<String> name, String fallback, Class<T> type) {
    Optional<T> bound = name.or(() -> Optional.of(fallback)).flatMap(at -> lookup(at, type));
    if (bound.isEmpty() && name.isPresent()) {
      throw InvalidArgument.refusal(
          setting,
          "no "
              + type.getSimpleName()
              + " has the name "
              + name.get()
              + "; create it in the application server, or correct the setting");
    }
    return bound;
  }

  /** The deployer sets the name, and its beginning keeps it from naming another server. */
  @SuppressWarnings("BanJNDI")
  private static <T> Optional<T> lookup(String name, Class<T> type) {
    if (!isName(name)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(new InitialContext().lookup(name))
          .filter(type::isInstance)
          .map(type::cast);
    } catch (NamingException notThere) {
      LOG.log(System.Logger.Level.DEBUG, "No executor is found.", Masking.trace(notThere));
      return Optional.empty();
    }
  }

  private static boolean isName(String name) {
    return name.startsWith("java:") || name.startsWith("concurrent/");
  }

  /**
   * Refuses names of executors for a process that is no application server.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  static void refuse(Settings settings) {
    settings.value("executor").filter(name -> !name.equals(OWN)).ifPresent(refusal(EXECUTOR));
    settings.value("scheduler").ifPresent(refusal(SCHEDULER));
  }

  private static Consumer<String> refusal(String setting) {
    return name -> {
      throw InvalidArgument.refusal(
          setting,
          name
              + " names an executor of an application server, which java -jar is not; leave it"
              + " out");
    };
  }

  /** Has the engine run its tasks on them. */
  void giveTo(ParleyBuilder engine) {
    ParleyBuilder unused = engine.executors(executor, scheduler);
  }

  /** Returns pools on them for the parts of a deployment. */
  TaskPools pools() {
    SharedExecutors shared = new SharedExecutors(executor, scheduler);
    return (name, threads) -> Optional.of(shared.pool(name, threads));
  }
}
