package dev.parley.chat.http;

import dev.parley.chat.ChatFailure;
import java.net.http.HttpHeaders;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer to a call.
 *
 * @param status the HTTP status
 * @param headers the headers
 * @param body the JSON document; null where the body is none
 */
public record ChatAnswer(int status, HttpHeaders headers, @Nullable JsonNode body) {
  private static final double MAX_SECONDS = 3_600;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;

  /** Returns true if the status is 200 to 299. */
  public boolean isOk() {
    return status / 100 == 2;
  }

  /**
   * The document of a status 200 to 299.
   *
   * @throws ChatFailure {@code UNKNOWN} where it is none, as an answer that was cut
   */
  public JsonNode document() {
    if (body == null) {
      throw ChatFailure.unknown("the answer with status " + status + " is no JSON", null);
    }
    return body;
  }

  /**
   * The failure of another status, by the rules that all systems share: 429 limits the rate, for
   * the time of {@code Retry-After} in seconds, decimals allowed, or else for {@code inBody}; 500
   * and above is {@code UNKNOWN} for a call that changes something; anything else is refused.
   *
   * @param inBody the time that the body of a 429 names; zero for none
   * @param changes whether the call may have changed something
   * @param reason the error in the system's own words
   */
  public ChatFailure failure(Duration inBody, boolean changes, String reason) {
    if (status == TOO_MANY) {
      return ChatFailure.rateLimited(retryAfter(inBody));
    }
    if (status >= SERVER_ERRORS) {
      String message = "status " + status;
      return changes ? ChatFailure.unknown(message, null) : ChatFailure.unreachable(message, null);
    }
    return ChatFailure.refused(reason + " (status " + status + ")");
  }

  /** The time of {@code Retry-After}, or else {@code otherwise}; at most an hour. */
  public Duration retryAfter(Duration otherwise) {
    try {
      return headers
          .firstValue("Retry-After")
          .map(Double::parseDouble)
          .filter(seconds -> seconds > 0)
          .map(ChatAnswer::seconds)
          .orElse(otherwise);
    } catch (NumberFormatException date) {
      return otherwise;
    }
  }

  /** A time in seconds, at most an hour. */
  public static Duration seconds(double seconds) {
    return Duration.ofMillis((long) Math.ceil(Math.min(Math.max(seconds, 0), MAX_SECONDS) * 1_000));
  }
}
