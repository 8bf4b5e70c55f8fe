package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code java -jar parley.war completion}: a script that completes the commands in a shell. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands, options and their values in a shell. It is for a"
          + " command or an alias with the name parley."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:The script was printed.", "2:A mistake in the words."},
    footerHeading = "%nExamples:%n",
    footer = {
      "  alias parley='java -jar parley.war'",
      "  source <(java -jar parley.war completion bash)"
    })
public final class CompletionMain implements Callable<Integer> {
  /** The name that is completed: that of a start script, or of an alias. */
  static final String NAME = "parley";

  private static final List<String> SHELLS = List.of("bash", "zsh");

  /** The shells that a script is printed for. */
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SHELLS.iterator();
    }
  }

  @Parameters(
      paramLabel = "bash|zsh",
      description = "The shell.",
      completionCandidates = Shells.class)
  private String shell = "";

  @Spec private @Nullable CommandSpec spec;

  private final PrintStream out;

  CompletionMain(PrintStream out) {
    this.out = out;
  }

  /** Prints, and ends the virtual machine with the exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    CommandLine line = new CommandLine(new CompletionMain(out));
    line.setParameterExceptionHandler(new Mistakes("completion"));
    int code = line.execute(args);
    out.flush();
    System.exit(code);
  }

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      CommandSpec known = Objects.requireNonNull(spec, "the command line is not read yet");
      throw new ParameterException(
          known.commandLine(), "the shell must be bash or zsh, not " + shell);
    }
    out.print(script(CommandTree.of(out)));
    return CommandLine.ExitCode.OK;
  }

  /** Returns the script; zsh reads it too, by its module for completions of bash. */
  static String script(CommandLine tree) {
    return AutoComplete.bash(NAME, tree);
  }
}
