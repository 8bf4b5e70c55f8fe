package dev.parley.bridge;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of the user in a shell. */
final class ShellAction implements WakeAction {
  private static final int MAX_COMMAND_SECONDS = 60;
  private static final int MAX_ATTEMPTS = 3;
  private static final int RETRY_MILLIS = 2_000;

  private final String agent;
  private final String command;
  private final BridgeLog log;

  /**
   * @param agent the agent that is woken
   * @param command what the shell runs
   */
  ShellAction(String agent, String command, BridgeLog log) {
    this.agent = agent;
    this.command = command;
    this.log = log;
  }

  @Override
  public boolean wake(String text, String workspace) throws InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      String outcome = ran(text);
      if (outcome.isEmpty()) {
        return true;
      }
      log.error("the command " + outcome + " (attempt " + attempt + " of " + MAX_ATTEMPTS + ")");
      if (attempt < MAX_ATTEMPTS) {
        Thread.sleep(RETRY_MILLIS);
      }
    }
    return false;
  }

  /** Runs the command; returns how it failed, or an empty text. */
  private String ran(String text) throws InterruptedException {
    boolean windows = File.separatorChar == '\\';
    ProcessBuilder shell =
        new ProcessBuilder(
            windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", command));
    shell.environment().put("PARLEY_WATCHED_AGENT", agent);
    shell.environment().put("PARLEY_TEXT", text);
    shell.environment().put("PARLEY_TEXT_JSON", JsonText.quoted(text));
    shell.environment().remove("PARLEY_TOKEN");
    shell.environment().remove(WebhookSecret.VARIABLE);
    shell.redirectOutput(ProcessBuilder.Redirect.INHERIT);
    shell.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process running = shell.start();
      running.getOutputStream().close();
      if (!running.waitFor(MAX_COMMAND_SECONDS, TimeUnit.SECONDS)) {
        running.descendants().forEach(ProcessHandle::destroyForcibly);
        running.destroyForcibly();
        return "took longer than " + MAX_COMMAND_SECONDS + " s and was ended";
      }
      return running.exitValue() == 0 ? "" : "ended with " + running.exitValue();
    } catch (IOException noShell) {
      return "could not be started: " + noShell.getMessage();
    }
  }
}
