package dev.parley.server.data;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ExitCode;

/** Runs commands by the code of the web application that knows databases, and prints results. */
final class OfflineCommand {
  private static final String RUNNER = "dev.parley.war.DataCommand";

  private final PrintStream out;
  private final PrintStream err;

  OfflineCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a command, prints its result, and returns the exit code.
   *
   * @param name the name of the command in a refusal
   */
  int run(String name, Map<String, String> words, boolean json) {
    try {
      print(result(words), json);
      return ExitCode.OK;
    } catch (IllegalStateException refused) {
      return refused(name, String.valueOf(refused.getMessage()));
    }
  }

  /**
   * Runs a command.
   *
   * @throws IllegalStateException where it was refused; its message is for the person
   */
  @SuppressWarnings("unchecked")
  Map<String, String> result(Map<String, String> words) {
    Function<Map<String, String>, Map<String, String>> runner;
    try {
      runner =
          (Function<Map<String, String>, Map<String, String>>)
              Class.forName(RUNNER)
                  .asSubclass(Function.class)
                  .getDeclaredConstructor()
                  .newInstance();
    } catch (ReflectiveOperationException incomplete) {
      throw new IllegalStateException("this file holds no server", incomplete);
    }
    return runner.apply(words);
  }

  /** Prints a result: the object for scripts, or the sentence. */
  void print(Map<String, String> result, boolean json) {
    out.println(result.get(json ? "json" : "text"));
  }

  /** Prints a refusal, and returns its exit code. */
  int refused(String command, String sentence) {
    err.println("parley " + command + ": " + sentence);
    return ExitCode.SOFTWARE;
  }

  /** Prints a line about how far the command is. */
  void progress(String line) {
    err.println(line);
  }

  /** Returns the sentence that the database is in use; empty for another result. */
  static Optional<String> inUse(Map<String, String> result) {
    return Optional.ofNullable(result.get("inUse"));
  }
}
