package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command each time an agent is to be woken, for clients that nothing else wakes. It takes
 * no message: the agent gets them by its own next call.
 */
final class Watch {
  private static final int BLOCK_MILLIS = 45_000;
  private static final int ANSWER_MILLIS = BLOCK_MILLIS + 10_000;
  private static final int ABSENT_MILLIS = 2_000;
  private static final int MAX_COMMAND_SECONDS = 60;
  private static final int MAX_ATTEMPTS = 3;
  private static final int RETRY_MILLIS = 2_000;

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":\"parley-watch\",\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"parley-watch\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final McpClient link;
  private final ServerUrl server;
  private final String agent;
  private final String command;
  private final BridgeLog log;
  private final Backoff backoff = new Backoff(2_000);
  private @Nullable ServerSession session;
  private @Nullable String complaint;
  private int asked;

  /**
   * @param agent the agent that is woken
   * @param command what the shell runs
   */
  Watch(BridgeOptions options, String agent, String command, BridgeLog log) {
    this.link = new McpClient(options);
    this.server = options.server();
    this.agent = agent;
    this.command = command;
    this.log = log;
  }

  /**
   * Watches for ever, or until the first wake.
   *
   * @return the exit code: 0, or 1 where the command of that wake failed each time
   */
  int run(boolean once) throws InterruptedException {
    while (true) {
      String text = next();
      if (text != null) {
        boolean done = wake(text);
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

  /** Waits once; returns the text to wake the agent with, or null. */
  private @Nullable String next() throws InterruptedException {
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
      return answer.textAt("result", "text");
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

  private boolean wake(String text) throws InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      String outcome = ran(text);
      if (outcome.isEmpty()) {
        return true;
      }
      log.error("the command " + outcome + " (attempt " + attempt + " of " + MAX_ATTEMPTS + ")");
      if (attempt < MAX_ATTEMPTS) {
        Thread.sleep(RETRY_MILLIS);
      }
    }
    return false;
  }

  /** Runs the command; returns how it failed, or an empty text. */
  private String ran(String text) throws InterruptedException {
    boolean windows = File.separatorChar == '\\';
    ProcessBuilder shell =
        new ProcessBuilder(
            windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", command));
    shell.environment().put("PARLEY_WATCHED_AGENT", agent);
    shell.environment().put("PARLEY_TEXT", text);
    shell.environment().remove("PARLEY_TOKEN");
    shell.redirectOutput(ProcessBuilder.Redirect.INHERIT);
    shell.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process running = shell.start();
      running.getOutputStream().close();
      if (!running.waitFor(MAX_COMMAND_SECONDS, TimeUnit.SECONDS)) {
        running.descendants().forEach(ProcessHandle::destroyForcibly);
        running.destroyForcibly();
        return "took longer than " + MAX_COMMAND_SECONDS + " s and was ended";
      }
      return running.exitValue() == 0 ? "" : "ended with " + running.exitValue();
    } catch (IOException noShell) {
      return "could not be started: " + noShell.getMessage();
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
