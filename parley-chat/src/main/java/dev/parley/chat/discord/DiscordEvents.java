package dev.parley.chat.discord;

import dev.parley.chat.ChatListener;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Passes what happens in the guild to the listener, until it is closed. */
final class DiscordEvents implements DiscordStream.Events, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DiscordEvents.class.getName());

  private final DiscordGuild guild;
  private final DiscordRooms rooms;
  private final DiscordMessages messages;
  private final ChatListener listener;
  private final CompletableFuture<Void> flowing = new CompletableFuture<>();
  private volatile boolean isGuildThere;

  /** Guarded by {@code this}, which is held while the listener is called. */
  private boolean isClosed;

  DiscordEvents(
      DiscordGuild guild, DiscordRooms rooms, DiscordMessages messages, ChatListener listener) {
    this.guild = guild;
    this.rooms = rooms;
    this.messages = messages;
    this.listener = listener;
  }

  /** Completed when events of the guild come for the first time. */
  CompletableFuture<Void> flowing() {
    return flowing;
  }

  /** Returns true if the guild is available. */
  boolean isGuildThere() {
    return isGuildThere;
  }

  @Override
  public synchronized void event(String type, JsonNode data) {
    if (isClosed) {
      return;
    }
    switch (type) {
      case "READY" -> ready(data);
      case "GUILD_CREATE" -> guildCame(data);
      case "GUILD_DELETE" -> guildWent(data);
      case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE" -> {
        if (data.path("guild_id").asString("").equals(guild.id())) {
          guild.names().learnRole(data.path("role"));
        }
      }
      case "CHANNEL_CREATE", "CHANNEL_UPDATE" -> {
        if (data.path("guild_id").asString("").equals(guild.id())) {
          guild.names().learnChannel(data);
        }
      }
      case "MESSAGE_CREATE" -> message(data);
      default -> {} // edits, deletions and all else change nothing
    }
  }

  private void ready(JsonNode data) {
    isGuildThere = false;
    for (JsonNode one : data.path("guilds")) {
      if (DiscordGuild.id(one).equals(guild.id())) {
        return;
      }
    }
    lost();
  }

  private void lost() {
    LOG.log(
        System.Logger.Level.ERROR,
        "The bot is not a member of the Discord guild {0}; its rooms are not available until it is"
            + " invited again.",
        guild.id());
  }

  /** The guild is there after a login or after an outage: what was said before may be missing. */
  private void guildCame(JsonNode data) {
    if (!DiscordGuild.id(data).equals(guild.id()) || data.path("unavailable").asBoolean(false)) {
      return;
    }
    guild.names().learnChannels(data.path("channels"));
    guild.names().learnRoles(data.path("roles"));
    isGuildThere = true;
    listener.connected();
    flowing.complete(null);
  }

  private void guildWent(JsonNode data) {
    if (!DiscordGuild.id(data).equals(guild.id())) {
      return;
    }
    isGuildThere = false;
    if (data.path("unavailable").asBoolean(false)) {
      LOG.log(System.Logger.Level.WARNING, "The Discord guild {0} has an outage.", guild.id());
    } else {
      lost();
    }
  }

  private void message(JsonNode data) {
    String channel = data.path("channel_id").asString("");
    if (rooms.isFollowed(channel) && DiscordMessages.isSaid(data)) {
      var unused = listener.message(channel, messages.read(data));
    }
  }

  /** Passes nothing on any more. */
  @Override
  public synchronized void close() {
    isClosed = true;
  }
}
