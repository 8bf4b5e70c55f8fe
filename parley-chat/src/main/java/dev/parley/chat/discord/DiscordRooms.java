package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.RoomNames;
import dev.parley.chat.http.ChatHttp;
import dev.parley.engine.logging.Masking;
import dev.parley.message.TopicName;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds and makes the channels that carry topics. */
final class DiscordRooms {
  private static final System.Logger LOG = System.getLogger(DiscordRooms.class.getName());
  private static final int MAX_NAME = 100;

  private final DiscordAddress address;
  private final DiscordGuild guild;

  /** The channels whose messages are passed on; as many as there are open topics. */
  private final Set<String> followed = ConcurrentHashMap.newKeySet();

  DiscordRooms(DiscordAddress address, DiscordGuild guild) {
    this.address = address;
    this.guild = guild;
    followed.addAll(address.rooms().rooms().values());
  }

  /** Returns true if messages of a channel are passed on. */
  boolean isFollowed(String channel) {
    return followed.contains(channel);
  }

  /** The id of the channel of a topic, where there is one. */
  Optional<String> find(TopicName topic) {
    return address.rooms().roomOf(topic).or(() -> guild.named(name(topic)).map(DiscordGuild::id));
  }

  /** The id of the channel of a topic, which is made where it is absent and may be made. */
  String open(TopicName topic) {
    Optional<String> named = address.rooms().roomOf(topic);
    JsonNode channel =
        named.isPresent()
            ? guild.channel(named.get())
            : guild.usable(guild.named(name(topic)).orElseGet(() -> make(topic)));
    String id = DiscordGuild.id(channel);
    followed.add(id);
    return id;
  }

  private static String name(TopicName topic) {
    return RoomNames.of(topic, MAX_NAME);
  }

  private JsonNode make(TopicName topic) {
    String name = name(topic);
    if (!address.creates()) {
      throw ChatFailure.refused(
          "the guild has no text channel '"
              + name
              + "' that the bot sees; make it, or add create=on to the address");
    }
    ObjectNode form = ChatHttp.JSON.createObjectNode();
    form.put("name", name).put("type", 0).put("topic", "Parley: " + topic);
    JsonNode made = guild.make(form);
    // Discord lets two channels have one name: of two that were made at once, the older one counts
    JsonNode oldest = guild.named(name).orElse(made);
    if (!DiscordGuild.id(oldest).equals(DiscordGuild.id(made))) {
      removeTwin(made);
    }
    return oldest;
  }

  private void removeTwin(JsonNode made) {
    try {
      guild.remove(DiscordGuild.id(made));
    } catch (ChatFailure away) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The channel {0} is a double and could not be removed; remove it by hand. {1}",
          DiscordGuild.id(made),
          Masking.message(away));
    }
  }
}
