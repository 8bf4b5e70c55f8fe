package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * Acts each time an agent is to be woken, for clients that nothing else wakes. It takes no message:
 * the agent gets them by its own next call.
 */
final class Watch {
  private static final int BLOCK_MILLIS = 45_000;
  private static final int ANSWER_MILLIS = BLOCK_MILLIS + 10_000;
  private static final int ABSENT_MILLIS = 2_000;

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":\"parley-watch\",\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"parley-watch\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final McpClient link;
  private final ServerUrl server;
  private final String agent;
  private final WakeAction action;
  private final BridgeLog log;
  private final Backoff backoff = new Backoff(2_000);
  private @Nullable ServerSession session;
  private @Nullable String complaint;
  private int asked;

  /**
   * @param agent the agent that is woken
   * @param action what wakes it
   */
  Watch(BridgeOptions options, String agent, WakeAction action, BridgeLog log) {
    this.link = new McpClient(options);
    this.server = options.server();
    this.agent = agent;
    this.action = action;
    this.log = log;
  }

  /**
   * Watches for ever, or until the first wake.
   *
   * @return the exit code: 0, or 1 where the action of that wake failed each time
   */
  int run(boolean once) throws InterruptedException {
    while (true) {
      Due due = next();
      if (due != null) {
        boolean done = action.wake(due.text(), due.workspace());
        if (once) {
          return done ? 0 : 1;
        }
      }
    }
  }

  /** Ends the session at the server. */
  void end() {
    ServerSession open = session;
    if (open != null) {
      link.end(open);
    }
  }

  /** A wake that is due: the text to wake the agent with, and its workspace. */
  private record Due(String text, String workspace) {}

  /** Waits once; returns the wake that is due, or null. */
  private @Nullable Due next() throws InterruptedException {
    try {
      ServerSession open = session == null ? opened() : session;
      JsonText answer = link.ask(open, request(), ANSWER_MILLIS);
      backoff.reset();
      JsonText absent = answer.member("result", "absent");
      if (absent != null && absent.isTrue()) {
        complain(agent + " is not connected; waiting for it");
        Thread.sleep(ABSENT_MILLIS);
      } else if (answer.member("result") == null) {
        complain("the server refused: " + answer.textAt("error", "message"));
        Thread.sleep(ABSENT_MILLIS);
      } else {
        complaint = null;
      }
      String text = answer.textAt("result", "text");
      String workspace = answer.textAt("result", "workspace");
      return text == null ? null : new Due(text, workspace == null ? "default" : workspace);
    } catch (ServerCallException failure) {
      if (failure.kind() == ServerCallException.Kind.FORGOTTEN) {
        session = null;
      } else {
        complain(failure.sentence());
      }
      Thread.sleep(backoff.next());
      return null;
    }
  }

  private ServerSession opened() throws ServerCallException {
    McpClient.Opened opened = link.open(INITIALIZE.getBytes(UTF_8));
    ServerSession fresh = opened.session();
    if (fresh == null) {
      throw new ServerCallException(
          ServerCallException.Kind.REFUSED,
          "Parley at "
              + server
              + " opens no session: "
              + opened.answer().textAt("error", "message"));
    }
    link.send(fresh, INITIALIZED);
    session = fresh;
    return fresh;
  }

  /** Says the same thing once. */
  private void complain(String sentence) {
    if (!sentence.equals(complaint)) {
      complaint = sentence;
      log.error(sentence);
    }
  }

  private byte[] request() {
    asked++;
    return ("{\"jsonrpc\":\"2.0\",\"id\":\"parley-watch-"
            + asked
            + "\",\"method\":\"parley/wake\",\"params\":{\"block_ms\":"
            + BLOCK_MILLIS
            + ",\"agent\":"
            + JsonText.quoted(agent)
            + "}}")
        .getBytes(UTF_8);
  }
}
