package dev.parley.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code java -jar parley.war watch}: a command for each wake of an agent. */
public final class WatchMain {
  private static final String SUFFIX = ".watch";
  private static final int MAX_NAME = 64;

  private static final String HELP =
      """
      usage: java -jar parley.war watch --agent NAME --exec COMMAND [--once]
                                        [--url URL] [--token TOKEN] [--workspace NAME] [--config FILE]

      Runs COMMAND in a shell each time messages wait for the agent NAME and nothing has told it
      yet: once for all that wait, and not while it works. It takes no message; the agent gets
      them by its own next call, for example wait_for_messages. For clients that nothing else
      wakes, such as Gemini CLI. In tmux:
        java -jar parley.war watch --agent gemini --exec \\
          'tmux send-keys -t gemini -l "$PARLEY_TEXT"; sleep 0.3; tmux send-keys -t gemini Enter'

      --agent      the agent to wake; it is connected under this name
      --exec       the command. It finds PARLEY_TEXT, a sentence for the agent, and
                   PARLEY_WATCHED_AGENT. It has 60 seconds, and is tried three times where it fails
      --once       end after the first wake; the exit code is 1 where the command failed
      --url, --token, --workspace, --config   as for mcp; see mcp --help
      """;

  /** The words of the command line: those of the watch itself, and those of any connection. */
  private record Words(
      @Nullable String agent, @Nullable String command, boolean once, List<String> rest) {}

  private WatchMain() {}

  /** Watches until a signal comes, or with {@code --once} until the first wake. */
  public static void main(String[] args) {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    Watch watch;
    Words words;
    try {
      words = words(args);
      watch = watch(words, System.getenv());
    } catch (IllegalArgumentException mistake) {
      System.err.println("parley: " + mistake.getMessage() + " (see watch --help)");
      System.exit(2);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(watch::end, "parley-watch-end"));
    try {
      System.exit(watch.run(words.once()));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static Watch watch(Words words, Map<String, String> environment) {
    String agent = words.agent() == null ? environment.get("PARLEY_AGENT") : words.agent();
    String command = words.command();
    if (agent == null || agent.isBlank()) {
      throw new IllegalArgumentException("watch needs --agent");
    }
    if (command == null || command.isBlank()) {
      throw new IllegalArgumentException("watch needs --exec");
    }
    List<String> rest = new ArrayList<>(words.rest());
    rest.add("--agent");
    rest.add(agent.length() + SUFFIX.length() > MAX_NAME ? "parley.watch" : agent.concat(SUFFIX));
    BridgeOptions options = BridgeOptions.of(rest.toArray(String[]::new), environment);
    return new Watch(options, agent, command, new BridgeLog("watch", options.debug(), System.err));
  }

  private static Words words(String[] args) {
    String agent = null;
    String command = null;
    boolean once = false;
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      String flag = equals < 0 ? args[i] : args[i].substring(0, equals);
      boolean own = flag.equals("--agent") || flag.equals("--exec");
      if (own && equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException(flag + " needs a value");
      }
      if (flag.equals("--once")) {
        once = true;
      } else if (own) {
        String value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
        agent = flag.equals("--agent") ? value : agent;
        command = flag.equals("--exec") ? value : command;
      } else {
        rest.add(args[i]);
      }
    }
    return new Words(agent, command, once, rest);
  }
}
