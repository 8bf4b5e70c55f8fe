package dev.parley.chat.discord;

import dev.parley.chat.emulator.EmulatorServer.Response;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Objects of the API, with all fields that Discord always sends. */
final class DiscordEmulatorJson {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'+00:00'").withZone(ZoneOffset.UTC);

  private DiscordEmulatorJson() {}

  static ObjectNode user(String id, String username, String shown, boolean isBot) {
    ObjectNode user = JSON.createObjectNode();
    user.put("id", id).put("username", username).putNull("avatar");
    user.put("discriminator", isBot ? "1234" : "0").put("public_flags", 0).put("flags", 0);
    user.putNull("banner").putNull("accent_color").putNull("avatar_decoration_data");
    user.put("global_name", shown);
    if (shown == null) {
      user.putNull("global_name");
    }
    if (isBot) {
      user.put("bot", true);
    }
    return user;
  }

  static ObjectNode channel(DiscordEmulatorChannel channel) {
    ObjectNode json = JSON.createObjectNode();
    json.put("id", channel.id).put("type", channel.type).put("name", channel.name);
    json.put("guild_id", channel.guild).put("position", 0).put("flags", 0).put("nsfw", false);
    json.putNull("parent_id").putNull("topic").put("rate_limit_per_user", 0);
    if (channel.messages.isEmpty()) {
      json.putNull("last_message_id");
    } else {
      json.put("last_message_id", Long.toUnsignedString(channel.messages.lastKey()));
    }
    if (channel.denied != 0) {
      json.putArray("permission_overwrites")
          .addObject()
          .put("id", channel.guild)
          .put("type", 0)
          .put("allow", "0")
          .put("deny", Long.toString(channel.denied));
    } else {
      json.putArray("permission_overwrites");
    }
    return json;
  }

  static ObjectNode role(String id, String name, long permissions) {
    ObjectNode role = JSON.createObjectNode();
    role.put("id", id).put("name", name).put("permissions", Long.toString(permissions));
    role.put("color", 0).put("hoist", false).put("position", 0).put("managed", false);
    role.put("mentionable", false).put("flags", 0);
    return role;
  }

  static ObjectNode message(String id, DiscordEmulatorChannel channel, ObjectNode author) {
    ObjectNode json = JSON.createObjectNode();
    json.put("id", id).put("channel_id", channel.id).set("author", author);
    json.put("timestamp", TIME.format(DiscordSnowflake.time(id))).putNull("edited_timestamp");
    json.put("tts", false).put("mention_everyone", false).put("pinned", false);
    json.put("type", 0).put("flags", 0).put("content", "");
    for (String list : new String[] {"mentions", "mention_roles", "attachments", "embeds"}) {
      json.putArray(list);
    }
    json.putArray("components");
    return json;
  }

  static Response error(int status, int code, String message) {
    return Response.of(status, JSON.createObjectNode().put("message", message).put("code", code));
  }

  static Response invalid(String field, String code, String message) {
    ObjectNode body =
        JSON.createObjectNode().put("message", "Invalid Form Body").put("code", 50035);
    body.putObject("errors")
        .putObject(field)
        .putArray("_errors")
        .addObject()
        .put("code", code)
        .put("message", message);
    return Response.of(400, body);
  }
}
