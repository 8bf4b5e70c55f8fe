package dev.parley.chat.zulip;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Calls to the REST API of one Zulip server as one bot. */
final class ZulipApi {
  /** The code of a queue of events that is no more. */
  static final String NO_QUEUE = "BAD_EVENT_QUEUE_ID";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int UNAUTHORIZED = 401;

  /** The codes after which no call of this login succeeds, whatever the status. */
  private static final Set<String> LOST =
      Set.of("INVALID_API_KEY", "USER_DEACTIVATED", "REALM_DEACTIVATED", "UNAUTHORIZED");

  private final ChatHttp http;
  private volatile @Nullable String lost;

  ZulipApi(String base, String email, String key) {
    String login = Base64.getEncoder().encodeToString((email + ":" + key).getBytes(UTF_8));
    this.http =
        new ChatHttp(
            base, Map.of("Authorization", "Basic " + login, "User-Agent", "Parley"), TIMEOUT);
  }

  /** Reads, whatever the status of the answer. */
  ChatAnswer ask(String path, Map<String, String> query) {
    return noted(http.get(path, query));
  }

  /** Reads with a time limit of its own, whatever the status of the answer. */
  ChatAnswer ask(String path, Map<String, String> query, Duration limit) {
    return noted(http.get(path, query, limit));
  }

  /**
   * Sends a form, whatever the status of the answer.
   *
   * @param changes false where a repeat does no harm
   */
  ChatAnswer post(String path, Map<String, String> fields, boolean changes) {
    return noted(http.postForm(path, fields, changes));
  }

  /** Reads a document. */
  JsonNode get(String path, Map<String, String> query) {
    return document(ask(path, query), false);
  }

  /** Removes a queue of events. */
  void delete(ZulipQueue queue) {
    var unused =
        http.send(
            "DELETE",
            "/events?" + ChatHttp.form(Map.of("queue_id", queue.id())),
            ChatHttp.JSON.createObjectNode());
  }

  /** The document of a call that succeeded; otherwise its failure. */
  static JsonNode document(ChatAnswer answer, boolean changes) {
    if (!answer.isOk()) {
      throw failure(answer, changes);
    }
    return answer.document();
  }

  /** The failure of a call. */
  static ChatFailure failure(ChatAnswer answer, boolean changes) {
    Duration wait = ChatAnswer.seconds(field(answer, "retry-after").asDouble(0));
    return answer.failure(wait, changes, reason(answer));
  }

  /** The error in the words of the server. */
  static String reason(ChatAnswer answer) {
    String words = field(answer, "msg").asString("");
    return words.isEmpty() ? "no answer of a Zulip server" : words;
  }

  /** The code of the error; empty for none. */
  static String code(ChatAnswer answer) {
    return field(answer, "code").asString("");
  }

  private static JsonNode field(ChatAnswer answer, String name) {
    JsonNode body = answer.body();
    return (body == null ? ChatHttp.JSON.createObjectNode() : body).path(name);
  }

  private ChatAnswer noted(ChatAnswer answer) {
    boolean isError = !answer.isOk() && !code(answer).isEmpty();
    if (isError && (answer.status() == UNAUTHORIZED || LOST.contains(code(answer)))) {
      lost = reason(answer);
    }
    return answer;
  }

  /** The reason why the server accepts this login no more. */
  Optional<String> lost() {
    return Optional.ofNullable(lost);
  }
}
