package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads answers that are errors. */
final class DiscordErrors {
  static final int UNKNOWN_CHANNEL = 10_003;
  static final int UNKNOWN_GUILD = 10_004;
  static final int MISSING_ACCESS = 50_001;
  static final int MISSING_PERMISSIONS = 50_013;
  static final int UNAUTHORIZED = 401;

  private static final int NO_REPLY_WITHOUT_HISTORY = 160_002;
  private static final int MAX_CHANNELS = 30_013;
  private static final int MAX_WORDS = 200;

  private DiscordErrors() {}

  /** The code of an error in the body; 0 for none. */
  static int code(ChatAnswer answer) {
    return body(answer).path("code").asInt(0);
  }

  /** The failure that an answer stands for; {@code changes} as in {@link ChatAnswer#failure}. */
  static ChatFailure failure(ChatAnswer answer, boolean changes) {
    JsonNode body = body(answer);
    Duration wait = ChatAnswer.seconds(body.path("retry_after").asDouble(0));
    return answer.failure(wait.isZero() ? resetAfter(answer) : wait, changes, reason(answer));
  }

  /** The time of {@code X-RateLimit-Reset-After}; zero for none. */
  static Duration resetAfter(ChatAnswer answer) {
    try {
      return answer
          .headers()
          .firstValue("X-RateLimit-Reset-After")
          .map(Double::parseDouble)
          .map(ChatAnswer::seconds)
          .orElse(Duration.ZERO);
    } catch (NumberFormatException noTime) {
      return Duration.ZERO;
    }
  }

  private static String reason(ChatAnswer answer) {
    if (answer.status() == UNAUTHORIZED) {
      return "the token of the bot is not valid";
    }
    return switch (code(answer)) {
      case UNKNOWN_CHANNEL -> "the channel does not exist";
      case UNKNOWN_GUILD -> "the bot is not a member of the guild";
      case MISSING_ACCESS -> "Missing Access: the bot needs the permission View Channel there";
      case MISSING_PERMISSIONS ->
          "Missing Permissions: the bot needs Send Messages in the channel, or Manage Channels to"
              + " make one";
      case NO_REPLY_WITHOUT_HISTORY -> "the bot needs the permission Read Message History there";
      case MAX_CHANNELS -> "the guild has as many channels as it may have";
      default -> words(body(answer));
    };
  }

  private static String words(JsonNode body) {
    String message = body.path("message").asString("no reason given");
    String errors = body.path("errors").isObject() ? " " + body.path("errors") : "";
    String all = message + errors;
    return all.substring(0, Math.min(all.length(), MAX_WORDS))
        + ", code "
        + body.path("code").asInt(0);
  }

  private static JsonNode body(ChatAnswer answer) {
    JsonNode body = answer.body();
    return body == null ? MissingNode.getInstance() : body;
  }
}
