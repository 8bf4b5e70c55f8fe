package dev.parley.chat.discord;

import static dev.parley.chat.discord.DiscordEmulatorJson.JSON;
import static dev.parley.chat.discord.DiscordEmulatorJson.error;
import static dev.parley.chat.discord.DiscordEmulatorJson.invalid;

import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The REST API of the emulator. */
final class DiscordEmulatorRest {
  private static final Pattern PATH = Pattern.compile("/(\\w+)/([^/]+)(?:/(\\w+)(?:/([^/]+))?)?");
  private static final int MAX_CONTENT = 2_000;

  private final DiscordEmulator discord;
  private final Map<String, ObjectNode> byNonce = new HashMap<>();

  DiscordEmulatorRest(DiscordEmulator discord) {
    this.discord = discord;
  }

  /** Answers a request. */
  Response answer(Request request) {
    synchronized (discord) {
      return answered(request);
    }
  }

  private Response answered(Request request) {
    discord.requests.add(request);
    if (!discord.isTokenGood
        || !request.header("Authorization").orElse("").equals("Bot " + DiscordEmulator.TOKEN)) {
      return error(401, 0, "401: Unauthorized");
    }
    String path = request.path();
    if (!path.startsWith(DiscordEmulator.API)) {
      return error(404, 0, "404: Not Found");
    }
    Matcher parts = PATH.matcher(path.substring(DiscordEmulator.API.length()));
    if (!parts.matches()) {
      return error(404, 0, "404: Not Found");
    }
    String below = String.valueOf(parts.group(3));
    return switch (parts.group(1)) {
      case "users" -> Response.ok(discord.users.get(discord.bot));
      case "applications" ->
          Response.ok(
              JSON.createObjectNode()
                  .put("id", discord.bot)
                  .put("name", "parley")
                  .put("flags", discord.flags));
      case "gateway" -> Response.ok(gatewayJson());
      case "guilds" -> guild(request, parts.group(2), below);
      case "channels" -> channel(request, parts.group(2), below);
      default -> error(404, 0, "404: Not Found");
    };
  }

  private ObjectNode gatewayJson() {
    ObjectNode json =
        JSON.createObjectNode().put("url", discord.gateway.address()).put("shards", 1);
    json.putObject("session_start_limit")
        .put("total", 1000)
        .put("remaining", discord.sessionsLeft)
        .put("reset_after", 14_400_000)
        .put("max_concurrency", 1);
    return json;
  }

  private Response guild(Request request, String id, String below) {
    if (!discord.isMember || !id.equals(discord.guild)) {
      return error(404, 10004, "Unknown Guild");
    }
    return switch (below) {
      case "null" -> Response.ok(discord.guildJson());
      case "members" -> Response.ok(discord.member().set("user", discord.users.get(discord.bot)));
      case "channels" ->
          request.method().equals("POST") ? make(request.json()) : Response.ok(visibleChannels());
      default -> error(404, 0, "404: Not Found");
    };
  }

  private ArrayNode visibleChannels() {
    ArrayNode all = JSON.createArrayNode();
    discord.channels.values().stream()
        .filter(
            channel -> channel.guild.equals(discord.guild) && may(channel, DiscordEmulator.VIEW))
        .forEach(channel -> all.add(DiscordEmulatorJson.channel(channel)));
    return all;
  }

  private boolean may(DiscordEmulatorChannel channel, long right) {
    return (discord.permissions & ~channel.denied & right) == right;
  }

  private Response make(JsonNode form) {
    String name = form.path("name").asString("");
    if ((discord.permissions & DiscordEmulator.MANAGE) == 0) {
      return error(403, 50013, "Missing Permissions");
    }
    if (name.isEmpty() || name.length() > 100) {
      return invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
    }
    return Response.of(
        201,
        DiscordEmulatorJson.channel(
            discord.channel(name, form.path("type").asInt(0), discord.guild)));
  }

  private Response channel(Request request, String id, String below) {
    DiscordEmulatorChannel channel = discord.channels.get(id);
    if (channel == null) {
      return error(404, 10003, "Unknown Channel");
    }
    if (!may(channel, DiscordEmulator.VIEW)) {
      return error(403, 50001, "Missing Access");
    }
    String method = request.method();
    if (below.equals("messages") && method.equals("GET")) {
      return history(request, channel);
    }
    if (below.equals("messages") && method.equals("POST")) {
      return send(request.json(), channel);
    }
    if (below.equals("null") && method.equals("DELETE")) {
      discord.channels.remove(id);
    }
    return below.equals("null")
        ? Response.ok(DiscordEmulatorJson.channel(channel))
        : error(404, 0, "404: Not Found");
  }

  /** The page that follows a message, or the one before it, or the last one; newest first. */
  private Response history(Request request, DiscordEmulatorChannel channel) {
    Map<String, String> query = request.query();
    int limit;
    try {
      limit = Integer.parseInt(query.getOrDefault("limit", "50"));
    } catch (NumberFormatException none) {
      return invalid("limit", "NUMBER_TYPE_COERCE", "Value is not int.");
    }
    if (limit < 1 || limit > 100) {
      return invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
    }
    String after = query.get("after");
    String before = query.get("before");
    for (String cursor : new String[] {after, before}) {
      if (cursor != null && !cursor.matches("[0-9]{1,20}")) {
        return invalid("after", "NUMBER_TYPE_COERCE", "Value is not snowflake.");
      }
    }
    List<ObjectNode> found;
    if (after != null) {
      found =
          new ArrayList<>(channel.messages.tailMap(Long.parseUnsignedLong(after), false).values());
      found = new ArrayList<>(found.subList(0, Math.min(limit, found.size())));
    } else {
      found =
          new ArrayList<>(
              before == null
                  ? channel.messages.values()
                  : channel.messages.headMap(Long.parseUnsignedLong(before), false).values());
      found = new ArrayList<>(found.subList(Math.max(found.size() - limit, 0), found.size()));
    }
    Collections.reverse(found);
    ArrayNode page = JSON.createArrayNode();
    if (may(channel, DiscordEmulator.HISTORY)) {
      found.forEach(page::add);
    }
    return Response.ok(page);
  }

  private Response send(JsonNode form, DiscordEmulatorChannel channel) {
    Response refusal = refusal(form, channel);
    if (refusal != null) {
      return refusal;
    }
    boolean isLimited = channel.bucket > 0;
    if (isLimited && System.nanoTime() - channel.windowEnd > 0) {
      channel.sent = 0;
      channel.windowEnd = System.nanoTime() + (long) (channel.window * 1e9);
    }
    if (isLimited && channel.sent >= channel.bucket) {
      return discord.limit(true);
    }
    channel.sent++;
    String nonce = form.path("nonce").asString("");
    ObjectNode first = form.path("enforce_nonce").asBoolean(false) ? byNonce.get(nonce) : null;
    ObjectNode message = first == null ? made(form, channel) : first;
    if (first == null) {
      byNonce.put(nonce, message);
      discord.say(channel, message);
    }
    double left = (channel.windowEnd - System.nanoTime()) / 1e9;
    return Response.ok(message)
        .with("X-RateLimit-Limit", "5")
        .with(
            "X-RateLimit-Remaining",
            isLimited ? Integer.toString(channel.bucket - channel.sent) : "4")
        .with("X-RateLimit-Reset-After", isLimited ? Double.toString(Math.max(left, 0.01)) : "1.0")
        .with("X-RateLimit-Bucket", "abcd1234");
  }

  private Response refusal(JsonNode form, DiscordEmulatorChannel channel) {
    String content = DiscordEmulator.trimmed(form.path("content").asString(""));
    String to = form.path("message_reference").path("message_id").asString("");
    boolean mustExist = form.path("message_reference").path("fail_if_not_exists").asBoolean(true);
    JsonNode mentions = form.path("allowed_mentions");
    if (!may(channel, DiscordEmulator.SEND)) {
      return error(403, 50013, "Missing Permissions");
    }
    if (form.path("content").asString("").codePoints().count() > MAX_CONTENT) {
      return invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.");
    }
    if (form.path("nonce").asString("").length() > 25) {
      return invalid("nonce", "NONCE_TYPE_TOO_LONG", "A nonce has 25 or fewer characters.");
    }
    if (content.isEmpty()) {
      return error(400, 50006, "Cannot send an empty message");
    }
    if (mentions.path("parse").size() > 0 && mentions.path("users").size() > 0) {
      return invalid("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "exclusive");
    }
    if (!to.isEmpty() && mustExist && !has(channel, to)) {
      return invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
    }
    return !to.isEmpty() && !may(channel, DiscordEmulator.HISTORY)
        ? error(403, 160002, "You cannot reply without permission to read message history")
        : null;
  }

  private static boolean has(DiscordEmulatorChannel channel, String id) {
    return id.matches("[0-9]{1,20}") && channel.messages.containsKey(Long.parseUnsignedLong(id));
  }

  private ObjectNode made(JsonNode form, DiscordEmulatorChannel channel) {
    ObjectNode message =
        discord.message(channel, discord.users.get(discord.bot), form.path("content").asString(""));
    discord.mention(message, !form.path("allowed_mentions").has("parse"));
    if (form.has("nonce")) {
      message.set("nonce", form.path("nonce"));
    }
    String to = form.path("message_reference").path("message_id").asString("");
    if (!to.isEmpty() && has(channel, to)) {
      DiscordEmulator.reply(message, to, channel);
    }
    return message;
  }
}
