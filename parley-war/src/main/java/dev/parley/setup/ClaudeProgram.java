package dev.parley.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program {@code claude}, which keeps notes of its own about plugins beside its settings.
 *
 * @param program the program's file
 * @param folder the folder it is started in: the project
 * @param settings the settings file of the scope, which it writes anew
 */
record ClaudeProgram(
    Path program, Path folder, Map<String, String> environment, String scope, Path settings) {
  static final String MARKETPLACE = "parley";
  static final String PLUGIN = "parley@parley";
  private static final int MAX_SECONDS = 60;
  private static final int MAX_OUTPUT = 2_000;

  /** Adds the marketplace in a folder and installs the plugin; returns what failed. */
  List<String> install(Path marketplace) {
    List<String> failures = new ArrayList<>();
    run(failures, "marketplace", "add", marketplace.toString(), "--scope", scope);
    run(failures, "install", PLUGIN, "--scope", scope);
    return failures;
  }

  /** Uninstalls the plugin, and removes the marketplace if no other scope uses it. */
  List<String> remove(boolean everywhere) {
    List<String> failures = new ArrayList<>();
    run(failures, "uninstall", PLUGIN, "--scope", scope);
    if (everywhere) {
      run(failures, "marketplace", "remove", MARKETPLACE);
    }
    return failures;
  }

  private void run(List<String> failures, String... words) {
    List<String> command = new ArrayList<>(List.of(program.toString(), "plugin"));
    command.addAll(List.of(words));
    String shown = "claude plugin " + String.join(" ", words);
    try {
      Path output = Files.createTempFile("parley-setup-", ".txt");
      try {
        int exit = run(command, output);
        if (exit != 0) {
          String said = Files.readString(output).strip().replaceAll("\\s+", " ");
          String start = said.substring(0, Math.min(said.length(), MAX_OUTPUT));
          failures.add(shown + " ended with " + exit + ": " + start);
        }
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException failed) {
      failures.add(shown + " failed: " + failed.getMessage());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      failures.add(shown + " was interrupted");
    }
  }

  private int run(List<String> command, Path output) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("no end after " + MAX_SECONDS + " s");
    }
    return process.exitValue();
  }
}
