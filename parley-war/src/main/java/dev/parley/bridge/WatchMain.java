package dev.parley.bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code java -jar parley.war watch}: a command or a webhook for each wake of an agent. */
public final class WatchMain {
  private static final String SUFFIX = ".watch";
  private static final int MAX_NAME = 64;

  /** The text of {@code --help}. */
  public static final String HELP =
      """
      usage: java -jar parley.war watch --agent NAME (--exec COMMAND | --webhook URL) [--once]
                                        [--secret-file FILE]
                                        [--url URL] [--token-file FILE] [--ca FILE]
                                        [--workspace NAME] [--config FILE]

      Runs COMMAND in a shell, or posts to URL, each time messages wait for the agent NAME and
      nothing else has woken it: once for all that wait, and not while it works. It takes no message;
      the agent gets them by its own next call, for example wait_for_messages. For clients that
      nothing else wakes, such as Gemini CLI. In tmux:
        java -jar parley.war watch --agent gemini --exec \\
          'tmux send-keys -t gemini -l "$PARLEY_TEXT"; sleep 0.3; tmux send-keys -t gemini Enter'

      --agent        the agent to wake; it is connected under this name
      --exec         the command. It finds PARLEY_TEXT, a sentence for the agent;
                     PARLEY_TEXT_JSON, the same as a JSON string; and PARLEY_WATCHED_AGENT. It has
                     60 seconds, and is tried three times where it fails
      --webhook      an https address, or http on this machine. It gets a POST with the JSON
                     {id, agent, workspace, text, at} and the headers Parley-Delivery, the id;
                     Parley-Timestamp, the seconds since 1970; and Parley-Signature, sha256= and
                     the HMAC-SHA256 of the timestamp, a full stop and the body. It has 15 seconds,
                     and is tried five times, under the same id, where it does not answer or
                     answers 429 or 5xx
      --secret-file  a file with the secret that signs, 16 to 1024 bytes; PARLEY_WEBHOOK_SECRET if
                     not given
      --once         end after the first wake
      --url, --token-file, --ca, --workspace, --config   as for mcp; see mcp --help

      Examples:
        java -jar parley.war watch --agent gemini --exec 'notify-send "$PARLEY_TEXT"'
        java -jar parley.war watch --agent ci --webhook https://ci.example/wake --once

      Exit codes:
        0   with --once: the agent was woken
        1   with --once: the wake failed
        2   a mistake in the options or the settings
        143 a signal ended the watch
      """;

  /** The flags of the watch itself; all others are those of any connection. */
  private static final List<String> OWN =
      List.of("--agent", "--exec", "--webhook", "--secret-file");

  /** The words of the command line, those of the watch itself by their flags. */
  private record Words(Map<String, String> own, boolean once, List<String> rest) {}

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
    String agent = words.own().getOrDefault("--agent", environment.get("PARLEY_AGENT"));
    if (agent == null || agent.isBlank()) {
      throw new IllegalArgumentException("watch needs --agent");
    }
    List<String> rest = new ArrayList<>(words.rest());
    rest.add("--agent");
    rest.add(agent.length() + SUFFIX.length() > MAX_NAME ? "parley.watch" : agent.concat(SUFFIX));
    BridgeOptions options = BridgeOptions.of(rest.toArray(String[]::new), environment);
    BridgeLog log = new BridgeLog("watch", options.debug(), System.err);
    return new Watch(options, agent, action(words.own(), environment, agent, log), log);
  }

  private static WakeAction action(
      Map<String, String> own, Map<String, String> environment, String agent, BridgeLog log) {
    String command = own.getOrDefault("--exec", "");
    String webhook = own.getOrDefault("--webhook", "");
    if (command.isBlank() == webhook.isBlank()) {
      throw new IllegalArgumentException("watch needs --exec or --webhook, and not both");
    }
    return webhook.isBlank()
        ? new ShellAction(agent, command, log)
        : new Webhook(
            Webhook.url(webhook.strip()),
            WebhookSecret.of(own.get("--secret-file"), environment),
            agent,
            log,
            Webhook.Times.DEFAULT);
  }

  private static Words words(String[] args) {
    Map<String, String> own = new HashMap<>();
    boolean once = false;
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      String flag = equals < 0 ? args[i] : args[i].substring(0, equals);
      if (OWN.contains(flag) && equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException(flag + " needs a value");
      }
      if (flag.equals("--once")) {
        once = true;
      } else if (OWN.contains(flag)) {
        own.put(flag, equals < 0 ? args[++i] : args[i].substring(equals + 1));
      } else {
        rest.add(args[i]);
      }
    }
    return new Words(own, once, rest);
  }
}
