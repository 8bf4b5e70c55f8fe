package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.server.data.DataCommands;
import dev.parley.server.settings.SettingSources;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** {@code java -jar parley.war backup|restore|export|import|db}. */
public final class DataMain {
  private DataMain() {}

  /** Runs the command that the first word names, and ends the virtual machine with its code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    int code = run(args, System.getenv(), out, System.err);
    out.flush();
    System.exit(code);
  }

  /** Runs the command that the first word names; returns the exit code. */
  static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    String name = args[0];
    String[] words = Arrays.copyOfRange(args, 1, args.length);
    SettingSources sources = SettingSources.of(words, environment);
    Optional<String> mistake = sources.mistake();
    Mistakes mistakes = new Mistakes(name);
    if (mistake.isPresent()) {
      err.println(mistakes.line(mistake.get()));
      return CommandLine.ExitCode.USAGE;
    }
    CommandLine line = DataCommands.line(name, sources, out, err);
    line.setParameterExceptionHandler(mistakes);
    return line.execute(words);
  }
}
