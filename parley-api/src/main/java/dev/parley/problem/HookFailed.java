package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A command of the deployer's, run before or after a task, failed.
 *
 * @param hook {@code before_task} or {@code after_task}
 * @param command the command
 * @param exit its exit code in digits, or {@code timeout}
 * @param output its output, cut
 */
public record HookFailed(String hook, String command, String exit, String output)
    implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.HOOK_FAILED;
  }

  @Override
  public String message() {
    return hook + " hook failed (exit " + exit + "): " + output;
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("hook_failed", true);
    facts.put("command", command);
    facts.put("exit", exit);
    return facts;
  }
}
