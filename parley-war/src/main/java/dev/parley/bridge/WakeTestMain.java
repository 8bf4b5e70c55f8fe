package dev.parley.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code java -jar parley.war wake-test}: finds out whether a message reaches an agent's model. */
public final class WakeTestMain {
  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war wake-test --agent NAME [--timeout S] [--json]
                                            [--url URL] [--token-file FILE] [--ca FILE]
                                            [--workspace NAME] [--config FILE]

      Sends a nonce to the model of the agent NAME by the best way that is open, and waits until
      the model answers with a tool call. No room and no mailbox gets a message.

      --agent      the agent to test
      --timeout    the seconds to wait, 1 to 120; default 60
      --json       print the result as one line of JSON
      --url, --token-file, --ca, --workspace, --config   as for mcp; see mcp --help

      Examples:
        java -jar parley.war wake-test --agent alice
        java -jar parley.war wake-test --agent alice --timeout 20 --json

      Exit codes:
        0   the agent was reached
        1   the agent was not reached
        2   there was no test: the server is away or refused it, or an option is wrong
      """;

  /** The words of the command line: those of the test itself, and those of any connection. */
  private record Words(@Nullable String agent, int seconds, boolean json, List<String> rest) {}

  private WakeTestMain() {}

  /** Runs one test, prints its result and ends with its exit code. */
  public static void main(String[] args) {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    System.exit(run(args, System.getenv()));
  }

  private static int run(String[] args, Map<String, String> environment) {
    Words words;
    String agent;
    WakeTestCall call;
    try {
      words = words(args);
      agent = words.agent() == null ? environment.get("PARLEY_AGENT") : words.agent();
      if (agent == null || agent.isBlank()) {
        throw new IllegalArgumentException("wake-test needs --agent");
      }
      call = WakeTestCall.of(words.rest(), environment);
    } catch (IllegalArgumentException mistake) {
      System.err.println("parley: " + mistake.getMessage() + " (see wake-test --help)");
      return 2;
    }
    WakeTestCall.Outcome outcome = call.run(agent, words.seconds());
    if (words.json()) {
      System.out.println(outcome.json());
    } else if (outcome.tested()) {
      System.out.println(outcome.sentence());
    } else {
      System.err.println("parley wake-test: ".concat(outcome.sentence()));
    }
    return outcome.reached() ? 0 : outcome.tested() ? 1 : 2;
  }

  private static Words words(String[] args) {
    String agent = null;
    int seconds = WakeTestCall.DEFAULT_SECONDS;
    boolean json = false;
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      String flag = equals < 0 ? args[i] : args[i].substring(0, equals);
      boolean own = flag.equals("--agent") || flag.equals("--timeout");
      if (own && equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException(flag + " needs a value");
      }
      if (flag.equals("--json")) {
        json = true;
      } else if (own) {
        String value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
        agent = flag.equals("--agent") ? value : agent;
        seconds = flag.equals("--timeout") ? seconds(value) : seconds;
      } else {
        rest.add(args[i]);
      }
    }
    return new Words(agent, seconds, json, rest);
  }

  private static int seconds(String value) {
    try {
      int seconds = Integer.parseInt(value);
      if (seconds >= WakeTestCall.MIN_SECONDS && seconds <= WakeTestCall.MAX_SECONDS) {
        return seconds;
      }
    } catch (NumberFormatException notOne) {
      // refused below
    }
    throw new IllegalArgumentException(
        "--timeout is a number of seconds, "
            + WakeTestCall.MIN_SECONDS
            + " to "
            + WakeTestCall.MAX_SECONDS);
  }
}
