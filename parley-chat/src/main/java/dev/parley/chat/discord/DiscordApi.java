package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/** The calls of one bot. After the token was refused once, nothing is sent any more. */
final class DiscordApi implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DiscordApi.class.getName());
  private static final String AGENT = "DiscordBot (parley, 0.1)";

  private final ChatHttp http;
  private final DiscordBuckets buckets = new DiscordBuckets();
  private final AtomicBoolean isRevoked = new AtomicBoolean();

  DiscordApi(String base, String token, Duration timeout) {
    this.http =
        new ChatHttp(base, Map.of("Authorization", "Bot " + token, "User-Agent", AGENT), timeout);
  }

  /** The client, for the gateway. */
  HttpClient client() {
    return http.client();
  }

  /** Returns true if the token was refused. */
  boolean isRevoked() {
    return isRevoked.get();
  }

  /** The answer to a read, whatever its status. */
  ChatAnswer answer(String path, Map<String, String> query) {
    refuseIfRevoked();
    return noted(http.get(path, query));
  }

  /** Reads. */
  JsonNode get(String path, Map<String, String> query) {
    return document(answer(path, query), false);
  }

  /** Makes something. */
  JsonNode post(String path, JsonNode body) {
    refuseIfRevoked();
    return document(noted(http.send("POST", path, body)), true);
  }

  /** Removes something. */
  void delete(String path) {
    refuseIfRevoked();
    ChatAnswer answer = noted(http.send("DELETE", path, ChatHttp.JSON.createObjectNode()));
    if (!answer.isOk()) {
      throw DiscordErrors.failure(answer, true);
    }
  }

  /** Sends a message to a channel, when its bucket lets it. */
  JsonNode send(String channel, JsonNode message) {
    refuseIfRevoked();
    buckets.await(channel);
    ChatAnswer answer = noted(http.send("POST", "/channels/" + channel + "/messages", message));
    buckets.note(channel, answer);
    return document(answer, true);
  }

  private static JsonNode document(ChatAnswer answer, boolean changes) {
    if (!answer.isOk()) {
      throw DiscordErrors.failure(answer, changes);
    }
    return answer.document();
  }

  private void refuseIfRevoked() {
    if (isRevoked.get()) {
      throw ChatFailure.refused("the token of the bot is not valid");
    }
  }

  private ChatAnswer noted(ChatAnswer answer) {
    if (answer.status() == DiscordErrors.UNAUTHORIZED && isRevoked.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Discord refused the token of the bot; no more requests are sent. Set a new one in {0}"
              + " and restart.",
          DiscordBackendProvider.TOKEN);
    }
    return answer;
  }

  @Override
  public void close() {
    buckets.close();
  }
}
