package dev.parley.war;

import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.settings.Settings;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The executor of an application server that the engine runs its tasks on: the one that the
 * settings name, else the default one of the server where it has one. What writes to connections of
 * clients stays on threads of Parley: the server's thread variables have the last requests of a
 * thread.
 */
final class ContainerExecutor {
  private static final System.Logger LOG = System.getLogger(ContainerExecutor.class.getName());

  private static final String SETTING = "executor";

  /** The value that asks for threads of Parley. */
  private static final String OWN = "own";

  private static final String DEFAULT_NAME = "java:comp/DefaultManagedExecutorService";

  private final ExecutorService executor;

  private ContainerExecutor(ExecutorService executor) {
    this.executor = executor;
  }

  /**
   * Returns the executor; empty where Parley has threads of its own. The default one exists on the
   * threads of the server alone, so a thread that deploys calls this.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where the setting names no
   *     executor
   */
  static Optional<ContainerExecutor> of(Settings settings) {
    Optional<String> name = settings.value("executor");
    if (name.filter(OWN::equals).isPresent()) {
      return Optional.empty();
    }
    Optional<ExecutorService> bound = lookup(name.orElse(DEFAULT_NAME));
    if (name.isPresent() && bound.isEmpty()) {
      throw InvalidArgument.refusal(
          SETTING,
          "no executor has the name "
              + name.get()
              + "; create it in the application server, or correct the setting");
    }
    return bound.map(ContainerExecutor::new);
  }

  /** The deployer sets the name, and its beginning keeps it from naming another server. */
  @SuppressWarnings("BanJNDI")
  private static Optional<ExecutorService> lookup(String name) {
    if (!name.startsWith("java:") && !name.startsWith("concurrent/")) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(new InitialContext().lookup(name))
          .filter(ExecutorService.class::isInstance)
          .map(ExecutorService.class::cast);
    } catch (NamingException notThere) {
      LOG.log(System.Logger.Level.DEBUG, "No executor is found.", Masking.trace(notThere));
      return Optional.empty();
    }
  }

  /**
   * Refuses the name of an executor for a process that is no application server.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}
   */
  static void refuse(Settings settings) {
    settings
        .value("executor")
        .filter(name -> !name.equals(OWN))
        .ifPresent(
            name -> {
              throw InvalidArgument.refusal(
                  SETTING,
                  name
                      + " names an executor of an application server, which java -jar is not; leave"
                      + " it out");
            });
  }

  /** Has the engine run its tasks on it. */
  void giveTo(ParleyBuilder engine) {
    ParleyBuilder unused = engine.executor(executor);
  }
}
