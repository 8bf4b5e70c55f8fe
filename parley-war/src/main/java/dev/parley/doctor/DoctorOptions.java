package dev.parley.doctor;

import dev.parley.bridge.WakeTestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of the command line.
 *
 * @param json whether the output is one JSON object
 * @param agent the agent that is looked for, and woken in the end
 * @param client the word of one client, or {@link #ALL}
 * @param timeoutSeconds the time of the wake test
 * @param connection the words that name the server, as a bridge takes them
 */
record DoctorOptions(
    boolean json,
    Optional<String> agent,
    String client,
    int timeoutSeconds,
    List<String> connection) {
  static final String ALL = "all";
  static final int MAX_NAME = 64;
  private static final List<String> CLIENTS = List.of("claude", "codex", "gemini", ALL);
  private static final List<String> OF_THE_BRIDGE =
      List.of("--url", "--token", "--token-file", "--ca", "--workspace", "--config");

  /** The name the doctor goes by at the server. */
  private static final String OWN_NAME = "parley.doctor";

  /**
   * The options in {@code args}; refuses with {@link IllegalArgumentException}, whose message is
   * for the person.
   *
   * @param usualAgent the agent that is meant where none is named
   */
  static DoctorOptions of(String[] args, Optional<String> usualAgent) {
    boolean json = false;
    Optional<String> agent = usualAgent;
    String client = ALL;
    int timeout = WakeTestCall.DEFAULT_SECONDS;
    List<String> connection = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      String flag = equals < 0 ? args[i] : args[i].substring(0, equals);
      if (flag.equals("--json") && equals < 0) {
        json = true;
        continue;
      }
      if (!List.of("--agent", "--client", "--timeout").contains(flag)
          && !OF_THE_BRIDGE.contains(flag)) {
        throw new IllegalArgumentException("unknown option " + flag);
      }
      if (equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException(flag + " needs a value");
      }
      String value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
      switch (flag) {
        case "--agent" -> agent = Optional.of(agent(value));
        case "--client" -> client = client(value);
        case "--timeout" -> timeout = seconds(value);
        default -> connection.addAll(List.of(flag, value));
      }
    }
    return new DoctorOptions(json, agent, client, timeout, List.copyOf(connection));
  }

  private static String agent(String value) {
    if (value.isBlank() || value.length() > MAX_NAME) {
      throw new IllegalArgumentException("--agent has 1 to " + MAX_NAME + " characters");
    }
    return value;
  }

  private static String client(String value) {
    if (!CLIENTS.contains(value)) {
      throw new IllegalArgumentException("--client is claude, codex, gemini or all");
    }
    return value;
  }

  private static int seconds(String value) {
    try {
      int seconds = Integer.parseInt(value);
      if (seconds >= WakeTestCall.MIN_SECONDS && seconds <= WakeTestCall.MAX_SECONDS) {
        return seconds;
      }
    } catch (NumberFormatException notANumber) {
      // refused below
    }
    throw new IllegalArgumentException(
        "--timeout is "
            + WakeTestCall.MIN_SECONDS
            + " to "
            + WakeTestCall.MAX_SECONDS
            + " seconds");
  }

  /** The words of a bridge that has the doctor's own name. */
  List<String> bridge() {
    List<String> words = new ArrayList<>(connection);
    words.addAll(List.of("--agent", OWN_NAME));
    return words;
  }

  /** Returns whether the client of this word is examined. */
  boolean isFor(String word) {
    return client.equals(ALL) || client.equals(word);
  }

  /** Says everything but the words of the connection, among which a token may be. */
  @Override
  public String toString() {
    return "doctor for " + client;
  }
}
