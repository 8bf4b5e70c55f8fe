package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads the answers that are no success. */
final class MatrixErrors {
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;
  private static final int MAX_REASON = 300;
  private static final double MILLIS = 1_000;

  private MatrixErrors() {}

  /** The error code, for example {@code M_FORBIDDEN}; empty for none. */
  static String code(ChatAnswer answer) {
    return MatrixJson.text(body(answer), "errcode");
  }

  /** The error in the server's own words. */
  static String reason(ChatAnswer answer) {
    String words = MatrixJson.text(body(answer), "error");
    String code = code(answer);
    String reason = code.isEmpty() ? "an error of unknown form" : code + ": " + words;
    return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON);
  }

  /** The failure of an answer that is no success. */
  static ChatFailure failure(ChatAnswer answer, boolean changes) {
    return answer.failure(wait(answer), changes, reason(answer));
  }

  /** As {@link #failure(ChatAnswer, boolean)}; a refusal begins with {@code what}. */
  static ChatFailure failure(ChatAnswer answer, boolean changes, String what) {
    return answer.failure(wait(answer), changes, what + ": " + reason(answer));
  }

  /** Returns true if the server does not know the access token, or not any more. */
  static boolean isUnknownToken(ChatAnswer answer) {
    String code = code(answer);
    return answer.status() == UNAUTHORIZED
        && (code.equals("M_UNKNOWN_TOKEN") || code.equals("M_MISSING_TOKEN"));
  }

  /** Returns true if the login has ended and its device is still there. */
  static boolean isSoftLogout(ChatAnswer answer) {
    return body(answer).path("soft_logout").asBoolean(false);
  }

  /** Returns true if the thing that was asked for is not there. */
  static boolean isAbsent(ChatAnswer answer) {
    return answer.status() == NOT_FOUND;
  }

  /**
   * Returns true if a repeat gets the same answer: neither a success, nor a limit, nor a passing
   * fault.
   */
  static boolean isRefusal(ChatAnswer answer) {
    int status = answer.status();
    return !answer.isOk() && status != TOO_MANY && status != UNAUTHORIZED && status < SERVER_ERRORS;
  }

  /**
   * The time that a limit lasts, where it is no number of seconds in {@code Retry-After}: until the
   * date there, by the clock of the server, or else {@code retry_after_ms}; zero for none.
   */
  private static Duration wait(ChatAnswer answer) {
    Optional<Instant> until = date(answer, "Retry-After");
    if (until.isPresent()) {
      Instant now = date(answer, "Date").orElseGet(Instant::now);
      return ChatAnswer.seconds(Duration.between(now, until.get()).toMillis() / MILLIS);
    }
    return ChatAnswer.seconds(body(answer).path("retry_after_ms").asLong(0) / MILLIS);
  }

  private static Optional<Instant> date(ChatAnswer answer, String header) {
    try {
      return answer
          .headers()
          .firstValue(header)
          .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException noDate) {
      return Optional.empty();
    }
  }

  private static JsonNode body(ChatAnswer answer) {
    JsonNode body = answer.body();
    return body == null ? MissingNode.getInstance() : body;
  }
}
