package dev.parley.engine.hook;

import dev.parley.problem.HookFailed;
import java.util.Optional;

/**
 * How the commands of a hook ended: of the one that failed, or else of the last.
 *
 * @param ok whether none failed
 * @param hook {@code before_task} or {@code after_task}
 * @param command what ran; empty where nothing did
 * @param exit its exit code in digits; {@code timeout}; {@code interrupted}, where Parley itself
 *     was ending; {@value #NOT_STARTED}, as a shell has it, where it could not be started; {@code
 *     0} where nothing ran
 * @param output what it printed, trimmed, and cut where it was long
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

  /** The refusal this means; empty where none failed. */
  public Optional<HookFailed> problem() {
    return ok ? Optional.empty() : Optional.of(new HookFailed(hook, command, exit, output));
  }
}
