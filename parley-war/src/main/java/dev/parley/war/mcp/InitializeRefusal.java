package dev.parley.war.mcp;

import dev.parley.problem.Problem;
import dev.parley.war.wire.ErrorAnswer;
import dev.parley.war.wire.RequestRefusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The reason why no session begins, in the one refusal shape.
 *
 * @param status the HTTP status
 * @param code its stable name
 * @param sentence one sentence for a reader of English
 * @param facts what a program needs to act on it
 * @param retryAfter after how many seconds the same may pass, where that is known
 */
record InitializeRefusal(
    int status, String code, String sentence, Map<String, Object> facts, OptionalLong retryAfter) {
  private static final int SERVER_ERROR = -32000;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int NOW_IMPOSSIBLE = 503;
  private static final long MILLIS_PER_SECOND = 1_000;

  /** One that stands however often it is tried. */
  static InitializeRefusal never(RequestRefusal why, String sentence, Map<String, Object> facts) {
    return new InitializeRefusal(why.status(), why.code(), sentence, facts, OptionalLong.empty());
  }

  /** One that may pass after some seconds. */
  static InitializeRefusal later(
      RequestRefusal why, String sentence, Map<String, Object> facts, int seconds) {
    Map<String, Object> all = new LinkedHashMap<>(facts);
    all.put("retryAfterMs", seconds * MILLIS_PER_SECOND);
    return new InitializeRefusal(why.status(), why.code(), sentence, all, OptionalLong.of(seconds));
  }

  /** A problem of the engine: too fast, or one more than there may be. */
  static InitializeRefusal of(Problem problem) {
    Map<String, Object> facts = problem.details();
    OptionalLong seconds =
        facts.get("retryAfterMs") instanceof Long millis
            ? OptionalLong.of((millis + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND)
            : OptionalLong.empty();
    return new InitializeRefusal(
        problem.details().containsKey("limit") ? NOW_IMPOSSIBLE : TOO_MANY_REQUESTS,
        problem.code().wireName(),
        problem.message(),
        facts,
        seconds);
  }

  /** The JSON-RPC error that answers request {@code id}. */
  byte[] answer(@Nullable Object id) {
    return ErrorAnswer.of(SERVER_ERROR, sentence, ErrorAnswer.data(code, sentence, facts), id);
  }
}
