package dev.parley.engine.hook;

import dev.parley.engine.logging.Masking;
import dev.parley.team.TaskHooks;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Runs the commands of a persona's hooks, one after the other, until one fails. A failure is a
 * result, never an exception. Every command is logged, with its task, its exit code and its time.
 */
public final class HookRunner {
  private static final System.Logger LOG = System.getLogger(HookRunner.class.getName());
  private static final String BEFORE = "before_task";
  private static final String AFTER = "after_task";

  /** The variables a command gets of Parley's environment; the last two matter on Windows. */
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "LANG", "TMPDIR", "SystemRoot", "PATHEXT");

  private final HookMode policy;
  private final Path directory;
  private final HookLimits limits;
  private final BiConsumer<HookContext, HookResult> listener;

  /**
   * Makes a runner with a policy.
   *
   * @param directory the working directory of commands
   */
  public HookRunner(HookMode policy, Path directory, HookLimits limits) {
    this(policy, directory, limits, (context, result) -> {});
  }

  private HookRunner(
      HookMode policy,
      Path directory,
      HookLimits limits,
      BiConsumer<HookContext, HookResult> listener) {
    this.policy = policy;
    this.directory = directory;
    this.limits = limits;
    this.listener = listener;
  }

  /** Returns the same runner, which reports the result of each command to {@code other}. */
  public HookRunner reportingTo(BiConsumer<HookContext, HookResult> other) {
    return new HookRunner(policy, directory, limits, other);
  }

  /**
   * Makes a runner whose commands run in the parent folder of {@code home}, with default limits.
   */
  public static HookRunner beside(Path home, HookMode policy) {
    Path whole = home.toAbsolutePath().normalize();
    Path parent = Optional.ofNullable(whole.getParent()).orElse(whole);
    return new HookRunner(policy, parent, HookLimits.DEFAULT);
  }

  /** Runs the commands before a claim. */
  public HookResult beforeTask(TaskHooks hooks, HookContext context) {
    return run(BEFORE, hooks.beforeTask(), limits.before(), context);
  }

  /** Runs the commands before a task is done. */
  public HookResult afterTask(TaskHooks hooks, HookContext context) {
    return run(AFTER, hooks.afterTask(), limits.after(), context);
  }

  private HookResult run(String hook, List<String> commands, Duration limit, HookContext context) {
    HookResult last = HookResult.nothingRan(hook);
    if (policy == HookMode.OFF) {
      return last;
    }
    for (String command : commands) {
      long begun = System.nanoTime();
      last = run(hook, command, limit, context);
      log(last, context, Duration.ofNanos(System.nanoTime() - begun));
      listener.accept(context, last);
      if (!last.ok()) {
        return last;
      }
    }
    return last;
  }

  private HookResult run(String hook, String command, Duration limit, HookContext context) {
    if (command.isBlank()) {
      return HookResult.notStarted(hook, command, "");
    }
    Optional<List<String>> words = words(command);
    if (words.isEmpty()) {
      return HookResult.notStarted(hook, command, "a quote is not closed");
    }
    Process process;
    try {
      process = start(words.get(), context);
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      LOG.log(
          Level.WARNING,
          "Starting a hook command failed; the hook counts as failed.",
          Masking.trace(e));
      return HookResult.notStarted(
          hook, command, "see that " + words.get().get(0) + " is there and may be run");
    }
    closeInput(process);
    OutputPump pump = new OutputPump(process);
    pump.start();
    String exit = await(process, limit);
    return HookResult.ended(hook, command, exit, pump.finish());
  }

  private Optional<List<String>> words(String command) {
    if (policy == HookMode.ON) {
      return CommandWords.of(command);
    }
    boolean isWindows = File.separatorChar == '\\';
    return Optional.of(isWindows ? List.of("cmd", "/c", command) : List.of("sh", "-c", command));
  }

  private Process start(List<String> words, HookContext context) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    for (String prefix : List.of("PARLEY_", "RELAY_")) {
      environment.put(prefix + "AGENT_ID", context.agent().value());
      environment.put(prefix + "TASK_ID", context.task().value());
      environment.put(prefix + "SESSION_ID", context.session().value());
    }
    return builder.start();
  }

  /** Closes the input: a command that reads gets the end of the file at once. */
  private static void closeInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The command has closed it already.
    }
  }

  private String await(Process process, Duration limit) {
    ProcessTree tree = new ProcessTree(process.toHandle());
    try {
      if (process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return String.valueOf(process.exitValue());
      }
      tree.end(limits.gracePeriod());
      return HookResult.TIMEOUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      tree.end(limits.gracePeriod());
      return HookResult.INTERRUPTED;
    }
  }

  private static void log(HookResult result, HookContext context, Duration took) {
    LOG.log(
        result.ok() ? Level.INFO : Level.WARNING,
        "{0} of task {1} for {2} in session {3}: exit {4} after {5} ms: {6}",
        result.hook(),
        context.task(),
        context.agent(),
        context.session(),
        result.exit(),
        String.valueOf(took.toMillis()),
        inOneLine(result.command()));
  }

  private static String inOneLine(String command) {
    return command.replaceAll("\\p{Cntrl}+", " ");
  }
}
