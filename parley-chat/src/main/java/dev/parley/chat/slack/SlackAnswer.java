package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import tools.jackson.databind.JsonNode;

/**
 * The answer of Slack to a call that it carried out or refused.
 *
 * @param body the document
 * @param error the code of the refusal; empty for none
 * @param scopes the scopes of the token, separated by commas; empty where Slack does not name them
 */
record SlackAnswer(JsonNode body, String error, String scopes) {
  /** Returns true if the call was carried out. */
  boolean isOk() {
    return error.isEmpty();
  }

  /**
   * The document of a call that was carried out.
   *
   * @throws ChatFailure {@code REFUSED}
   */
  JsonNode document() {
    if (!isOk()) {
      throw ChatFailure.refused(reason());
    }
    return body;
  }

  /** The refusal in words. */
  String reason() {
    String needed = body.path("needed").asString("");
    return needed.isEmpty() ? error : error + ", the token lacks the scope " + needed;
  }
}
