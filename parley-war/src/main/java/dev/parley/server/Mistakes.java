package dev.parley.server;

import dev.parley.engine.logging.Masking;
import dev.parley.spelling.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints the mistakes in a command line, each on a line, and nothing after them: neither the last
 * line of a log nor that of a terminal is the list of all options.
 */
final class Mistakes implements IParameterExceptionHandler {
  private final String command;

  /** Prints the mistakes of a command. */
  Mistakes(String command) {
    this.command = command;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] words) {
    CommandLine line = mistake.getCommandLine();
    lines(mistake).forEach(line.getErr()::println);
    line.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** Returns the lines that name a mistake. */
  List<String> lines(ParameterException mistake) {
    List<String> lines = new ArrayList<>();
    for (String sentence : String.valueOf(mistake.getMessage()).split("\n", -1)) {
      lines.add(line(sentence + meant(mistake)));
    }
    return lines;
  }

  /** Returns the line that names a mistake; a log gets no advice on the command line. */
  String line(String sentence) {
    String advice = System.getProperty("parley.log") == null ? " (see " + command + " --help)" : "";
    return "parley: " + Masking.masked(sentence) + advice;
  }

  private static String meant(ParameterException mistake) {
    if (!(mistake instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    CommandSpec spec = mistake.getCommandLine().getCommandSpec();
    List<String> options =
        spec.options().stream().flatMap(option -> Arrays.stream(option.names())).toList();
    Optional<String> near =
        unmatched.getUnmatched().stream()
            .map(word -> word.split("=", -1)[0])
            .filter(word -> word.startsWith("--"))
            .flatMap(word -> Spelling.nearest(word, options).stream())
            .findFirst();
    return near.map(option -> "; did you mean '" + option + "'?").orElse("");
  }
}
