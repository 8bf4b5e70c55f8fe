package dev.parley.chat.zulip;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.ChatHttp;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** The steps of a login: the account, the channel, the queue of events. */
final class ZulipLogin {
  private static final int UNAUTHORIZED = 401;
  private static final Duration DEFAULT_POLL = Duration.ofSeconds(90);
  private static final Duration MAX_POLL = Duration.ofMinutes(10);
  private static final String EVENTS =
      list("message", "update_message", "stream", "subscription").toString();

  private final ZulipApi api;
  private final ZulipAddress address;

  ZulipLogin(ZulipApi api, ZulipAddress address) {
    this.api = api;
    this.address = address;
  }

  private static ArrayNode list(String... words) {
    ArrayNode list = ChatHttp.JSON.createArrayNode();
    for (String word : words) {
      list.add(word);
    }
    return list;
  }

  /**
   * The user id of the bot.
   *
   * @throws ParleyException {@code invalid_argument} where the server does not accept the login
   */
  long userId() {
    ChatAnswer answer = api.ask("/users/me", Map.of());
    String reason = ZulipApi.reason(answer);
    if (ZulipApi.code(answer).equals("INVALID_API_KEY")) {
      throw refusal(
          "the server takes no such login (%s): give the API key of %s in %s"
              .formatted(reason, address.email(), ZulipBackendProvider.KEY));
    }
    if (api.lost().isPresent() || answer.status() == UNAUTHORIZED) {
      throw refusal(
          "%s may not use the API (%s): it has to be an active bot of the type Generic bot"
              .formatted(address.email(), reason));
    }
    return ZulipApi.document(answer, false).path("user_id").asLong(0);
  }

  /**
   * The channel, with the bot as a subscriber. It is made where it is absent and the bot may do so.
   *
   * @throws ParleyException {@code invalid_argument} where there is none, or the bot may not read
   *     it
   */
  ZulipChannel open() {
    String name = address.channel();
    boolean isThere = api.ask("/get_stream_id", Map.of("stream", name)).isOk();
    ChatAnswer answer = subscribe(name);
    if (isRefused(answer)) {
      throw isThere
          ? refusal(
              "%s may not subscribe to the channel '%s' (%s): a member has to add it"
                  .formatted(address.email(), name, ZulipApi.reason(answer)))
          : refusal(
              "the channel '%s' is absent and %s may not create channels (%s): make it first"
                  .formatted(name, address.email(), ZulipApi.reason(answer)));
    }
    if (isUnauthorized(ZulipApi.document(answer, false))) {
      throw refusal(
          "the channel '%s' is private and %s is no member: a member has to add it"
              .formatted(name, address.email()));
    }
    long id = api.get("/get_stream_id", Map.of("stream", name)).path("stream_id").asLong(0);
    JsonNode state = state(id);
    if (state.path("is_archived").asBoolean(false)) {
      throw refusal("the channel '" + name + "' is archived: take it out of the archive");
    }
    return new ZulipChannel(id, state.path("name").asString(name));
  }

  /** The channel under its name of now, with the bot as a subscriber again. */
  ZulipChannel openAgain(ZulipChannel channel) {
    JsonNode state = state(channel.id());
    if (state.path("is_archived").asBoolean(false)) {
      throw ChatFailure.refused("the channel '" + channel.name() + "' is archived");
    }
    String name = state.path("name").asString(channel.name());
    if (isUnauthorized(ZulipApi.document(subscribe(name), false))) {
      throw ChatFailure.refused("the bot was removed from the channel '" + name + "'");
    }
    return new ZulipChannel(channel.id(), name);
  }

  /** The state of a channel; empty where the server is too old for the call. */
  private JsonNode state(long id) {
    ChatAnswer answer = api.ask("/streams/" + id, Map.of());
    return isRefused(answer)
        ? ChatHttp.JSON.createObjectNode()
        : ZulipApi.document(answer, false).path("stream");
  }

  private ChatAnswer subscribe(String name) {
    ArrayNode channels = ChatHttp.JSON.createArrayNode();
    channels.addObject().put("name", name);
    return api.post(
        "/users/me/subscriptions",
        Map.of("subscriptions", channels.toString(), "authorization_errors_fatal", "false"),
        false);
  }

  private static boolean isUnauthorized(JsonNode subscribed) {
    return !subscribed.path("unauthorized").isEmpty();
  }

  private static boolean isRefused(ChatAnswer answer) {
    return !answer.isOk() && ZulipApi.failure(answer, false).kind() == ChatFailure.Kind.REFUSED;
  }

  /**
   * A queue of the events of the channel from now on.
   *
   * @throws ParleyException {@code invalid_argument} where the server cuts messages early
   */
  ZulipQueue register(ZulipChannel channel) {
    ArrayNode narrow = ChatHttp.JSON.createArrayNode();
    narrow.add(list("stream", channel.name())); // the word of all versions for a channel
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("event_types", EVENTS);
    fields.put("fetch_event_types", list("realm").toString());
    fields.put("narrow", narrow.toString());
    fields.put("apply_markdown", "false");
    fields.put("client_gravatar", "true");
    JsonNode made = ZulipApi.document(api.post("/register", fields, false), false);
    int most = made.path("max_message_length").asInt(ZulipChat.MAX_MESSAGE);
    if (most < ZulipChat.MAX_MESSAGE) {
      throw refusal(
          "the server cuts messages at %d characters: let MAX_MESSAGE_LENGTH be %d there"
              .formatted(most, ZulipChat.MAX_MESSAGE));
    }
    Duration poll =
        Duration.ofSeconds(
            made.path("event_queue_longpoll_timeout_seconds").asLong(DEFAULT_POLL.toSeconds()));
    return new ZulipQueue(
        made.path("queue_id").asString(""),
        made.path("last_event_id").asLong(-1),
        poll.compareTo(MAX_POLL) < 0 ? poll : MAX_POLL);
  }

  private static ParleyException refusal(String reason) {
    return InvalidArgument.refusal("bus", reason);
  }
}
