package dev.parley.chat.telegram;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatHttp;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The methods of the Bot API. The token is a part of every address, so no message of a failure
 * names an address.
 */
final class TelegramApi {
  /** The time beyond the wait of a poll in which its answer has to begin. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final ChatHttp calls;
  private final ChatHttp polls;

  TelegramApi(String api, String token, TelegramTimes times) {
    String base = api + "/bot" + token;
    this.calls = new ChatHttp(base, Map.of(), times.call());
    this.polls = new ChatHttp(base, Map.of(), times.poll().plus(GRACE));
  }

  /** An object for the parameters of a call. */
  static ObjectNode parameters() {
    return ChatHttp.JSON.createObjectNode();
  }

  /** Calls a method that changes something; {@code UNKNOWN} where the answer is lost. */
  TelegramAnswer change(String method, ObjectNode parameters) {
    return new TelegramAnswer(calls.send("POST", "/" + method, parameters), true);
  }

  /** Calls a method that only reads; {@code UNREACHABLE} where the answer is lost. */
  TelegramAnswer read(String method, ObjectNode parameters) {
    return read(calls, method, parameters);
  }

  /** The updates from {@code offset} on, oldest first; confirms those before it. */
  TelegramAnswer updates(long offset, Duration wait) {
    ObjectNode parameters = parameters();
    parameters.put("offset", offset);
    parameters.put("timeout", wait.toSeconds());
    parameters.putArray("allowed_updates").add("message").add("channel_post");
    return read(polls, "getUpdates", parameters);
  }

  private static TelegramAnswer read(ChatHttp http, String method, JsonNode parameters) {
    try {
      return new TelegramAnswer(http.send("POST", "/" + method, parameters), false);
    } catch (ChatFailure failure) {
      throw failure.kind() == ChatFailure.Kind.UNKNOWN
          ? ChatFailure.unreachable("no answer", failure.getCause())
          : failure;
    }
  }
}
