package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One wake test of an agent: the server sends a nonce to the agent's model and waits for an answer.
 * The call opens a session of its own at the server and ends it.
 */
public final class WakeTestCall {
  /** The seconds a test waits unless it is given others. */
  public static final int DEFAULT_SECONDS = 60;

  /** The least and the most seconds of a test. */
  public static final int MIN_SECONDS = 1;

  public static final int MAX_SECONDS = 120;

  /** The name under which the call is connected. */
  private static final String CALLER = "parley.wake-test";

  private static final int MARGIN_MILLIS = 10_000;

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":\"parley-wake-test\",\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"parley-wake-test\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final BridgeOptions options;
  private final McpClient link;

  WakeTestCall(BridgeOptions options) {
    this.options = options;
    this.link = new McpClient(options);
  }

  /**
   * A call through the server that {@code args} and {@code environment} name as they do for {@code
   * mcp}.
   *
   * @throws IllegalArgumentException where they are wrong; its message is for the person
   */
  public static WakeTestCall of(List<String> args, Map<String, String> environment) {
    List<String> words = new ArrayList<>(List.of("--tools", "all", "--agent", CALLER));
    words.addAll(args);
    return new WakeTestCall(BridgeOptions.of(words.toArray(String[]::new), environment));
  }

  /**
   * The end of a test.
   *
   * @param tested whether there was a test; false where the server refused it or was not there
   * @param reached whether the model answered
   * @param by the way that reached it, for example {@code hook}; null where none did
   * @param millis the time from the start to the answer
   * @param state the reach of the agent after the test, for example {@code proven}
   * @param sentence the result for a person, or the reason why there was no test
   * @param json the result as the server wrote it, in one line
   */
  public record Outcome(
      boolean tested,
      boolean reached,
      @Nullable String by,
      long millis,
      @Nullable String state,
      String sentence,
      String json) {

    static Outcome none(String code, String sentence) {
      return new Outcome(
          false,
          false,
          null,
          0,
          null,
          sentence,
          "{\"success\":false,\"error\":"
              + JsonText.quoted(sentence)
              + ",\"code\":"
              + JsonText.quoted(code)
              + "}");
    }
  }

  /** Tests {@code agent}; returns when its model has answered, or after {@code seconds}. */
  public Outcome run(String agent, int seconds) {
    ServerSession session = null;
    try {
      McpClient.Opened opened = link.open(INITIALIZE.getBytes(UTF_8));
      session = opened.session();
      if (session == null) {
        return Outcome.none(
            "refused",
            "Parley at "
                + options.server()
                + " opens no session: "
                + opened.answer().textAt("error", "message"));
      }
      link.send(session, INITIALIZED);
      return outcome(
          link.ask(session, request(agent, seconds), seconds * 1_000 + MARGIN_MILLIS), agent);
    } catch (ServerCallException failure) {
      return Outcome.none(failure.kind().code(), failure.sentence());
    } finally {
      if (session != null) {
        link.end(session);
      }
    }
  }

  private static byte[] request(String agent, int seconds) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":\"parley-wake-test-1\",\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"wake_test\",\"arguments\":{\"agent\":"
            + JsonText.quoted(agent)
            + ",\"timeout_ms\":"
            + seconds * 1_000L
            + "}}}")
        .getBytes(UTF_8);
  }

  private static Outcome outcome(JsonText answer, String agent) {
    JsonText result = answer.member("result", "structuredContent");
    if (result == null) {
      String error = answer.textAt("error", "message");
      return Outcome.none(
          "refused", "the server knows no wake test: ".concat(String.valueOf(error)));
    }
    JsonText reached = result.member("reached");
    if (reached == null) {
      String error = result.textAt("error");
      String sentence = error == null ? "the server refused the test" : error;
      return new Outcome(false, false, null, 0, null, sentence, result.line());
    }
    JsonText millis = result.member("millis");
    String by = result.textAt("by");
    long took = millis == null || !millis.isNumber() ? 0 : Long.parseLong(millis.raw());
    String state = result.textAt("state");
    String hint = String.valueOf(result.textAt("hint"));
    String head =
        reached.isTrue()
            ? agent + " was reached by " + by + " in " + took + " ms"
            : agent + " was not reached (" + state + ")";
    return new Outcome(
        true,
        reached.isTrue(),
        by,
        took,
        state,
        hint.isEmpty() ? head : head + ": " + hint,
        result.line());
  }
}
