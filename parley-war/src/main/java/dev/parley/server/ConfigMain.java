package dev.parley.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.server.settings.SettingSources;
import dev.parley.server.settings.SettingTable;
import dev.parley.server.settings.UnknownSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * {@code java -jar parley.war config}: the settings that a server with the same options would have,
 * and the mistakes in them. Nothing is started.
 */
public final class ConfigMain {
  /** The class of the deployment that reads its settings; it is no dependency of the server. */
  private static final String CHECK = "dev.parley.war.SettingsCheck";

  private static final String ALL = "--all";
  private static final String JSON = "--json";
  private static final Mistakes MISTAKES = new Mistakes("config");

  private ConfigMain() {}

  /** Prints, and ends the virtual machine with the exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    int code = run(args, System.getenv(), out, System.err);
    out.flush();
    System.exit(code);
  }

  /** Prints what the command line asks for; returns the exit code. */
  static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    SettingSources sources = SettingSources.of(args, environment);
    CommandLine line = line(sources);
    ParseResult parsed;
    try {
      parsed = line.parseArgs(args);
    } catch (ParameterException mistake) {
      MISTAKES.lines(mistake).forEach(err::println);
      return ExitCode.USAGE;
    }
    if (line.isUsageHelpRequested()) {
      line.usage(out);
      return ExitCode.OK;
    }
    SettingTable table = SettingTable.of(line.getCommandSpec());
    UnknownSettings unknown = new UnknownSettings(table, sources);
    List<String> mistakes = new ArrayList<>(unknown.mistakes());
    Map<String, String> parameters = parameters(line, mistakes);
    SettingsReport report = new SettingsReport(table, sources, parsed, parameters);
    boolean all = parsed.matchedOptionValue(ALL, false);
    out.print(parsed.matchedOptionValue(JSON, false) ? report.json(all) : report.text(all));
    unknown.warnings().forEach(warning -> err.println("parley: warning: " + warning));
    mistakes.forEach(mistake -> err.println(MISTAKES.line(mistake)));
    return mistakes.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
  }

  /**
   * Returns what a deployment would get; adds the mistakes of the server, or else of the latter.
   */
  private static Map<String, String> parameters(CommandLine line, List<String> mistakes) {
    Serve serve = line.getCommand();
    try {
      Map<String, String> parameters = serve.plan().parameters();
      mistakes.addAll(deploymentCheck().apply(parameters));
      return parameters;
    } catch (ParameterException mistake) {
      mistakes.add(String.valueOf(mistake.getMessage()));
      return Map.of();
    }
  }

  @SuppressWarnings("unchecked")
  private static Function<Map<String, String>, List<String>> deploymentCheck() {
    try {
      return (Function<Map<String, String>, List<String>>)
          Class.forName(CHECK).asSubclass(Function.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException incomplete) {
      throw new IllegalStateException("this file holds no server", incomplete);
    }
  }

  /** Returns the command: that of {@code serve}, with two options more and words of its own. */
  static CommandLine line(SettingSources sources) {
    CommandLine line = Serve.line(sources);
    CommandSpec spec = line.getCommandSpec().name("config");
    spec.addOption(flag(ALL, "Print the settings that have their default too."));
    spec.addOption(flag(JSON, "Print one JSON object, for scripts."));
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "A server would start with these settings, as far as they decide that.");
    codes.put("2", "A mistake in the options or the settings; it is on the standard error.");
    spec.usageMessage()
        .description(
            "Print the settings that are in force, where each comes from, and the mistakes in them."
                + " Takes the options of serve and starts nothing. Secrets are masked.")
        .exitCodeList(codes)
        .footer(
            "  java -jar parley.war config --all",
            "  java -jar parley.war config --config /etc/parley/parley.properties --json");
    return line;
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .arity("0")
        .type(boolean.class)
        .defaultValue("false")
        .description(description)
        .build();
  }
}
