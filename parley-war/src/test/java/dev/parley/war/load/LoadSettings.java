package dev.parley.war.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The settings of a run, from the system properties {@code parley.load.*}.
 *
 * @param tokens credentials, which agents take in turn; none for an open server
 * @param isFinishing whether the winner of a task finishes it; otherwise each agent holds more and
 *     more tasks, and the server renews the leases of all of them
 * @param rate calls a second in all; 0 where each agent calls again once it is answered
 */
public record LoadSettings(
    List<InetSocketAddress> nodes,
    List<String> tokens,
    int agents,
    int rooms,
    int seconds,
    int warmUpSeconds,
    Shares shares,
    boolean isFinishing,
    int rate) {
  static final int MAX_AGENTS = 5_000;
  static final int MAX_SECONDS = 86_400;
  static final int MAX_RATE = 1_000_000;
  static final int MAX_SHARE = 1_000;

  static final String HELP =
      """
      mvn -Pload -Dparley.load.url=http://127.0.0.1:7539
        url          http://HOST:PORT of a node, or several with commas; agents take them in turn
        token        a bearer token, or several with commas; agents take them in turn
        token-file   a file with such tokens, one a line
        agents       agents: 2 to 5,000, at least 2 a room (50)
        rooms        rooms of each kind, and sessions (5)
        seconds      measured time: 1 to 86,400 (60)
        warm-up      seconds before it: 0 to 86,400 (10)
        messages     share of messages to ephemeral rooms: 0 to 1,000 (8)
        posts        share of posts to durable rooms: 0 to 1,000 (1)
        tasks        share of task calls, a creation, two claims and an end: 0 to 1,000 (1)
        finish       no: nobody finishes the tasks that were claimed (yes)
        rate         calls a second in all, timed from when each was due; 0: as fast as answered (0)
        remote       yes: allows an address that is not loopback (no)
      Each is a system property parley.load.NAME.\
      """;

  /** Reads the settings; throws {@link LoadException} with the reason where one is wrong. */
  public static LoadSettings from(Properties properties) {
    int agents = number(properties, "agents", 50, 2, MAX_AGENTS);
    return new LoadSettings(
        NodeAddresses.of(text(properties, "url"), text(properties, "remote").equals("yes")),
        tokens(properties),
        agents,
        number(properties, "rooms", Math.min(5, agents / 2), 1, agents / 2),
        number(properties, "seconds", 60, 1, MAX_SECONDS),
        number(properties, "warm-up", 10, 0, MAX_SECONDS),
        shares(properties),
        !text(properties, "finish").equals("no"),
        number(properties, "rate", 0, 0, MAX_RATE));
  }

  /** Returns the node of an agent: the agents of each room are spread over all nodes. */
  InetSocketAddress node(int agent) {
    return nodes.get((agent / rooms + agent % rooms) % nodes.size());
  }

  String token(int agent) {
    return tokens.isEmpty() ? "" : tokens.get(agent % tokens.size());
  }

  private static Shares shares(Properties properties) {
    Shares shares =
        new Shares(
            number(properties, "messages", 8, 0, MAX_SHARE),
            number(properties, "posts", 1, 0, MAX_SHARE),
            number(properties, "tasks", 1, 0, MAX_SHARE));
    if (shares.messages() + shares.posts() + shares.tasks() == 0) {
      throw new LoadException("One of the shares messages, posts and tasks must be more than 0.");
    }
    return shares;
  }

  private static List<String> tokens(Properties properties) {
    List<String> tokens = new ArrayList<>(parts(text(properties, "token"), ","));
    String file = text(properties, "token-file");
    if (!file.isEmpty()) {
      try {
        tokens.addAll(parts(Files.readString(Path.of(file)), "\n"));
      } catch (IOException e) {
        throw new LoadException("Cannot read the token file " + file + ".");
      }
    }
    return tokens;
  }

  static List<String> parts(String text, String separator) {
    return Stream.of(text.split(separator)).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static String text(Properties properties, String name) {
    return properties.getProperty("parley.load." + name, "").strip();
  }

  private static int number(Properties properties, String name, int usual, int min, int max) {
    String text = text(properties, name);
    try {
      int value = text.isEmpty() ? usual : Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new LoadException(
        String.format("parley.load.%s must be %d to %d, not '%s'.", name, min, max, text));
  }
}
