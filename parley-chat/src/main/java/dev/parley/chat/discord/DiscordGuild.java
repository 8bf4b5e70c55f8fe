package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The guild of an address, as the bot sees it. */
final class DiscordGuild {
  private static final int TEXT = 0;
  private static final int ANNOUNCEMENT = 5;

  private final DiscordApi api;
  private final String id;
  private final String bot;
  private final DiscordNames names;
  private volatile DiscordRights rights;

  private DiscordGuild(
      DiscordApi api, String bot, JsonNode guild, DiscordRights rights, DiscordNames names) {
    this.api = api;
    this.id = guild.path("id").asString("");
    this.bot = bot;
    this.rights = rights;
    this.names = names;
    names.learnRoles(guild.path("roles"));
  }

  /**
   * Reads a guild.
   *
   * @throws ChatFailure {@code REFUSED} where the bot is no member of it
   */
  static DiscordGuild of(DiscordApi api, String id, String bot) {
    JsonNode guild = api.get("/guilds/" + id, Map.of());
    return new DiscordGuild(api, bot, guild, rights(api, guild, bot), new DiscordNames());
  }

  private static DiscordRights rights(DiscordApi api, JsonNode guild, String bot) {
    String path = "/guilds/" + guild.path("id").asString("") + "/members/" + bot;
    return new DiscordRights(guild, api.get(path, Map.of()), bot);
  }

  /** The id. */
  String id() {
    return id;
  }

  /** The names of its channels and roles. */
  DiscordNames names() {
    return names;
  }

  /** Returns true if the bot may make channels. */
  boolean mayMakeChannels() {
    return rights.mayMakeChannels();
  }

  /** The channels that the bot sees. */
  List<JsonNode> channels() {
    JsonNode all = api.get("/guilds/" + id + "/channels", Map.of());
    names.learnChannels(all);
    return new ArrayList<>(all.values());
  }

  /** The text channel of a name; of several, the oldest one. */
  Optional<JsonNode> named(String name) {
    return channels().stream()
        .filter(channel -> channel.path("type").asInt(-1) == TEXT)
        .filter(channel -> channel.path("name").asString("").equals(name))
        .min((one, other) -> DiscordSnowflake.ORDER.compare(id(one), id(other)));
  }

  /** The id of a channel or another thing. */
  static String id(JsonNode thing) {
    return thing.path("id").asString("");
  }

  /**
   * A channel of this guild by its id, with all rights that the bot needs.
   *
   * @throws ChatFailure {@code REFUSED} with the missing right
   */
  JsonNode channel(String channel) {
    ChatAnswer answer = api.answer("/channels/" + channel, Map.of());
    if (!answer.isOk()) {
      ChatFailure failure = DiscordErrors.failure(answer, false);
      throw failure.kind() == ChatFailure.Kind.REFUSED
          ? ChatFailure.refused("channel " + channel + ": " + failure.getMessage())
          : failure;
    }
    JsonNode found = answer.document();
    if (!found.path("guild_id").asString("").equals(id)) {
      throw ChatFailure.refused("channel " + channel + " is not in the guild of the address");
    }
    return usable(found);
  }

  /**
   * The channel, where the bot may use it.
   *
   * @throws ChatFailure {@code REFUSED} with the missing right
   */
  JsonNode usable(JsonNode channel) {
    int type = channel.path("type").asInt(-1);
    if (type != TEXT && type != ANNOUNCEMENT) {
      throw ChatFailure.refused("channel " + id(channel) + " is not a text channel");
    }
    List<String> missing = rights.missing(channel);
    if (!missing.isEmpty()) {
      rights = rights(api, api.get("/guilds/" + id, Map.of()), bot); // roles may have changed
      missing = rights.missing(channel);
    }
    if (!missing.isEmpty()) {
      throw ChatFailure.refused(
          "the bot has no permission "
              + String.join(", ", missing)
              + " in the channel "
              + channel.path("name").asString("")
              + " ("
              + id(channel)
              + ")");
    }
    return channel;
  }

  /** Makes a text channel. */
  JsonNode make(JsonNode form) {
    return api.post("/guilds/" + id + "/channels", form);
  }

  /** Removes a channel that was made a moment ago. */
  void remove(String channel) {
    api.delete("/channels/" + channel);
  }
}
