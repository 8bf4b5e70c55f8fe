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
 * The executor of an application server that Parley runs its tasks on: the one that the settings
 * name, else the default one of the server where it has one. A scheduler is used where the settings
 * name it: a server that is suspended may log each alarm as an error, as WildFly does at its end.
 */
final class ContainerExecutors {
  private static final System.Logger LOG = System.getLogger(ContainerExecutors.class.getName());

  private static final String EXECUTOR = "executor";
  private static final String SCHEDULER = "scheduler";

  /** The value of {@link #EXECUTOR} that asks for threads of Parley. */
  private static final String OWN = "own";

  private static final String DEFAULT_EXECUTOR = "java:comp/DefaultManagedExecutorService";

  private final ExecutorService executor;
  private final Optional<ScheduledExecutorService> scheduler;

  private ContainerExecutors(
      ExecutorService executor, Optional<ScheduledExecutorService> scheduler) {
    this.executor = executor;
    this.scheduler = scheduler;
  }

  /**
   * Returns the executors; empty where Parley has threads of its own. The default one exists on the
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
        executor.isPresent()
            ? named(EXECUTOR, executor, ExecutorService.class)
            : lookup(DEFAULT_EXECUTOR, ExecutorService.class);
    Optional<ScheduledExecutorService> timers =
        named(SCHEDULER, settings.value("scheduler"), ScheduledExecutorService.class);
    return tasks.map(found -> new ContainerExecutors(found, timers));
  }

  private static <T> Optional<T> named(String setting, Optional<String> name, Class<T> type) {
    Optional<T> bound = name.flatMap(at -> lookup(at, type));
    if (name.isPresent() && bound.isEmpty()) {
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
    ParleyBuilder unused =
        scheduler.isPresent()
            ? engine.executor(executor, scheduler.get())
            : engine.executor(executor);
  }

  /** Returns pools on them for the parts of a deployment. */
  TaskPools pools() {
    SharedExecutors shared = new SharedExecutors(executor, scheduler);
    return (name, threads) -> Optional.of(shared.pool(name, threads));
  }
}
