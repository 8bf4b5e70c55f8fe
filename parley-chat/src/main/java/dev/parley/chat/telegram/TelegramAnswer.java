package dev.parley.chat.telegram;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The answer of the Bot API to one call. */
final class TelegramAnswer {
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final ChatAnswer answer;
  private final JsonNode document;
  private final boolean changes;

  /**
   * An answer.
   *
   * @param changes whether the call may have changed something
   */
  TelegramAnswer(ChatAnswer answer, boolean changes) {
    this.answer = answer;
    JsonNode body = answer.body();
    this.document = body == null ? MissingNode.getInstance() : body;
    this.changes = changes;
  }

  /** Returns true if the call was carried out. */
  boolean isOk() {
    return answer.isOk() && document.path("ok").asBoolean(false);
  }

  /**
   * The result.
   *
   * @throws ChatFailure where the call was not carried out, or that is not known
   */
  JsonNode result() {
    if (isOk()) {
      return document.path("result");
    }
    if (answer.isOk()) {
      String message = "the answer with status " + answer.status() + " is not that of the Bot API";
      throw changes ? ChatFailure.unknown(message, null) : ChatFailure.unreachable(message, null);
    }
    throw answer.failure(retryAfter(), changes, description());
  }

  private Duration retryAfter() {
    return ChatAnswer.seconds(document.path("parameters").path("retry_after").asDouble(0));
  }

  /** The reason of a refusal in the words of the system. */
  String description() {
    return document.path("description").asString("no reason given");
  }

  /** Returns true if the Bot API does not know the token, or no longer. */
  boolean isTokenRefused() {
    boolean isRefusal = answer.status() == UNAUTHORIZED || answer.status() == NOT_FOUND;
    return isRefusal && document.has("error_code"); // and not the page of a proxy
  }

  /** Returns true if another program polls for the bot, or a webhook receives its updates. */
  boolean isConflict() {
    return answer.status() == CONFLICT;
  }

  /** The id of the supergroup that a group has become; only of a refused call. */
  Optional<String> movedTo() {
    JsonNode id = document.path("parameters").path("migrate_to_chat_id");
    return id.isIntegralNumber() ? Optional.of(id.asString()) : Optional.empty();
  }
}
