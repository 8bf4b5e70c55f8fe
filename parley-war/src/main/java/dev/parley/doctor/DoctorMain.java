package dev.parley.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bridge.ExaminedServer;
import java.io.PrintStream;
import java.util.List;

/** {@code java -jar parley.war doctor}: names the first broken link from a client to a wake. */
public final class DoctorMain {
  private static final int WORKS = 0;
  private static final int BROKEN = 1;
  private static final int USAGE = 2;

  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war doctor [--json] [--agent NAME] [--client claude|codex|gemini|all]
                                         [--timeout SECONDS] [--url URL] [--token-file FILE]
                                         [--ca FILE] [--workspace NAME] [--config FILE]

      Walks the way from a client to a wake, link by link: Java, file, port, server, token, versions,
      session, event stream, clock, disk, the files of the clients, hooks, monitor, and a wake test.
      The first line of the output is the verdict: that all links work, or the first broken link and
      what to do about it. Then comes one line for each link: ok, broken, warning or skipped. It
      changes nothing on this machine and prints no token. Run it in the folder the client works in.

      --json       one JSON object: ok, broken (the name of the first broken link, or null), and
                   links, each with name, state, detail, remedy and millis
      --agent      the name of the agent that is to be woken; PARLEY_AGENT if not given. Without
                   one, the links from the server to its model are skipped
      --client     the client whose files are read; all if not given. One that is named has to be
                   set up
      --timeout    the seconds that the wake test may take, 1 to 120; 60 if not given. All other
                   links together take less than 30 seconds
      --url, --token-file, --ca, --workspace, --config   as for mcp; see mcp --help

      Examples:
        java -jar parley.war doctor
        java -jar parley.war doctor --agent alice --client claude --json

      Exit codes:
        0   all links work
        1   a link is broken
        2   a mistake in the options
      """;

  private DoctorMain() {}

  /** Examines, prints, and ends the virtual machine with the exit code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    int code = run(args, Surroundings.ofThisProcess(), out, System.err);
    out.flush();
    System.exit(code);
  }

  /** Examines what {@code surroundings} show, and prints; returns the exit code. */
  static int run(String[] args, Surroundings surroundings, PrintStream out, PrintStream err) {
    return run(args, surroundings, LinkOrder.all(), out, err);
  }

  /** Examines these links alone. */
  static int run(
      String[] args,
      Surroundings surroundings,
      List<Link> links,
      PrintStream out,
      PrintStream err) {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      out.print(HELP);
      return WORKS;
    }
    DoctorOptions options;
    ExaminedServer server;
    try {
      options = DoctorOptions.of(args, surroundings.places().variable("PARLEY_AGENT"));
      server = ExaminedServer.of(options.bridge(), surroundings.places().environment());
    } catch (IllegalArgumentException mistake) {
      err.println("parley: " + EntryCheck.masked(mistake) + " (see doctor --help)");
      return USAGE;
    }
    try (Examination examination = new Examination(options, surroundings, server)) {
      Report report = new Doctor(links, Doctor.MAX_TIME).examine(examination);
      out.print(options.json() ? report.json() : report.text());
      return report.broken().isEmpty() ? WORKS : BROKEN;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return BROKEN;
    }
  }
}
