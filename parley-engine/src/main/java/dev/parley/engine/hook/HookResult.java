package dev.parley.engine.hook;

import dev.parley.problem.HookFailed;
import java.util.Optional;

/**
 * The result of the commands of a hook: of the one that failed, or else of the last.
 *
 * @param ok whether none failed
 * @param hook {@code before_task} or {@code after_task}
 * @param command the command; empty where there was none
 * @param exit its exit code in digits; {@code timeout}; {@code interrupted}, where Parley itself
 *     was shutting down; {@value #NOT_STARTED}, as in a shell, where it could not be started;
 *     {@code 0} where there was none
 * @param output its output, trimmed, and cut where it was long
 */
public record HookResult(boolean ok, String hook, String command, String exit, String output) {
  static final String TIMEOUT = "timeout";
  static final String INTERRUPTED = "interrupted";
  static final String NOT_STARTED = "127";
  private static final String SUCCESS = "0";

  static HookResult nothingRan(String hook) {
    return new HookResult(true, hook, "", SUCCESS, "");
  }

  static HookResult ended(String hook, String command, String exit, String output) {
    return new HookResult(exit.equals(SUCCESS), hook, command, exit, output);
  }

  static HookResult notStarted(String hook, String command, String reason) {
    String output = "Failed to spawn hook" + (reason.isEmpty() ? "" : ": " + reason);
    return new HookResult(false, hook, command, NOT_STARTED, output);
  }

  /** Returns its end in words: {@code exit 1}, {@code timeout} or {@code interrupted}. */
  public String exitWords() {
    return exit.equals(TIMEOUT) || exit.equals(INTERRUPTED) ? exit : "exit " + exit;
  }

  /** Returns the problem of a failed command; empty where none failed. */
  public Optional<HookFailed> problem() {
    return ok ? Optional.empty() : Optional.of(new HookFailed(hook, command, exit, output));
  }
}
