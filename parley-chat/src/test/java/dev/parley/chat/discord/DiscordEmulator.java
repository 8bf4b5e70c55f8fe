package dev.parley.chat.discord;

import static dev.parley.chat.discord.DiscordEmulatorJson.JSON;
import static dev.parley.chat.discord.DiscordEmulatorJson.error;
import static dev.parley.chat.discord.DiscordEmulatorJson.invalid;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A Discord with one guild and one bot: the REST API, and the gateway beside it. */
final class DiscordEmulator implements AutoCloseable {
  static final String TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.emulated.secret-of-the-bot";
  static final long VIEW = 1 << 10;
  static final long SEND = 1 << 11;
  static final long HISTORY = 1 << 16;
  static final long MANAGE = 1 << 4;

  private static final String API = "/api/v10";
  private static final Pattern PATH = Pattern.compile("/(\\w+)/([^/]+)(?:/(\\w+)(?:/([^/]+))?)?");
  private static final Pattern MENTION = Pattern.compile("<@!?(\\d+)>");
  private static final int MAX_CONTENT = 2_000;

  final String guild = newId();
  final String bot = newId();
  final Faults faults = new Faults();
  final DiscordEmulatorGateway gateway;
  final List<Request> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger asked = new AtomicInteger();
  final Map<String, DiscordEmulatorChannel> channels = new LinkedHashMap<>();
  final Map<String, ObjectNode> users = new HashMap<>();
  private final Map<String, ObjectNode> byNonce = new HashMap<>();
  private final EmulatorServer server;
  private long lastId;
  volatile long permissions = VIEW | SEND | HISTORY | MANAGE;
  volatile long flags = 1 << 19;
  volatile boolean isMember = true;
  volatile boolean isTokenGood = true;
  volatile int sessionsLeft = 999;
  volatile Response limited;

  DiscordEmulator() {
    try {
      gateway =
          new DiscordEmulatorGateway(
              TOKEN,
              bot,
              faults,
              this::ready,
              session -> {
                if (isMember) {
                  session.send("GUILD_CREATE", guildCreate());
                }
              });
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
    users.put(bot, DiscordEmulatorJson.user(bot, "parley", null, true));
    server = new EmulatorServer(faults, this::isFaulty, this::limit, this::answer);
  }

  private boolean isFaulty(Request request) {
    asked.incrementAndGet();
    return request.path().endsWith("/messages");
  }

  /** The beginning of the addresses of the API. */
  String base() {
    return server.address() + API;
  }

  String address() {
    return server.address();
  }

  void away(boolean isAway) {
    server.away(isAway);
    gateway.isAway = isAway;
    if (isAway) {
      gateway.cut();
    }
  }

  private Response limit(boolean withHeader) {
    Response chosen = limited;
    if (chosen != null) {
      return chosen;
    }
    ObjectNode body = JSON.createObjectNode().put("message", "You are being rate limited.");
    body.put("retry_after", 0.064).put("global", false);
    Response response = Response.of(429, body);
    return withHeader
        ? response
            .with("Retry-After", "1")
            .with("X-RateLimit-Limit", "5")
            .with("X-RateLimit-Remaining", "0")
            .with("X-RateLimit-Reset-After", "0.064")
            .with("X-RateLimit-Bucket", "abcd1234")
            .with("X-RateLimit-Scope", "user")
        : response;
  }

  synchronized String newId() {
    long next = (System.currentTimeMillis() - 1_420_070_400_000L) << 22;
    lastId = Math.max(next, lastId + 1);
    return Long.toUnsignedString(lastId);
  }

  private ObjectNode ready(DiscordEmulatorSession session) {
    ObjectNode data = JSON.createObjectNode().put("v", 10).put("session_id", session.id);
    data.put("session_type", "normal").put("resume_gateway_url", gateway.address() + "/resume");
    data.set("user", users.get(bot));
    data.putObject("user_settings");
    ArrayNode guilds = data.putArray("guilds");
    if (isMember) {
      guilds.addObject().put("id", guild).put("unavailable", true);
    }
    data.putArray("private_channels");
    data.putArray("relationships");
    data.putObject("application").put("id", bot).put("flags", flags);
    return data;
  }

  synchronized ObjectNode guildCreate() {
    ObjectNode data = guildJson().put("unavailable", false).put("large", false);
    data.put("joined_at", "2026-01-01T00:00:00.000000+00:00").put("member_count", 2);
    ArrayNode all = data.putArray("channels");
    channels.values().forEach(channel -> all.add(DiscordEmulatorJson.channel(channel)));
    data.putArray("members").add(member().set("user", users.get(bot)));
    for (String list :
        new String[] {
          "voice_states",
          "threads",
          "presences",
          "stage_instances",
          "guild_scheduled_events",
          "soundboard_sounds"
        }) {
      data.putArray(list);
    }
    return data;
  }

  private ObjectNode guildJson() {
    ObjectNode json = JSON.createObjectNode().put("id", guild).put("name", "Emulated");
    json.put("owner_id", "1").put("verification_level", 0).put("mfa_level", 0);
    json.put("afk_timeout", 300).put("premium_tier", 0).put("preferred_locale", "en-US");
    json.put("default_message_notifications", 0).put("explicit_content_filter", 0);
    json.put("nsfw_level", 0).put("system_channel_flags", 0);
    json.putNull("icon").putNull("splash").putNull("afk_channel_id").putNull("description");
    json.putArray("roles").add(DiscordEmulatorJson.role(guild, "@everyone", permissions));
    json.putArray("emojis");
    json.putArray("stickers");
    json.putArray("features");
    return json;
  }

  private ObjectNode member() {
    ObjectNode member = JSON.createObjectNode().putNull("nick");
    member.put("joined_at", "2026-01-01T00:00:00.000000+00:00").put("deaf", false);
    member.put("mute", false).put("flags", 0);
    member.putArray("roles");
    return member;
  }

  /** Makes a channel. */
  synchronized DiscordEmulatorChannel channel(String name) {
    return channel(name, 0, guild);
  }

  /** Makes a channel of any type and guild. */
  synchronized DiscordEmulatorChannel channel(String name, int type, String of) {
    DiscordEmulatorChannel made = new DiscordEmulatorChannel(newId(), name, type, of);
    channels.put(made.id, made);
    gateway.event("CHANNEL_CREATE", DiscordEmulatorJson.channel(made));
    return made;
  }

  /** The channel of a name, the oldest one, or a new one. */
  synchronized DiscordEmulatorChannel named(String name) {
    return channels.values().stream()
        .filter(channel -> channel.name.equals(name))
        .findFirst()
        .orElseGet(() -> channel(name));
  }

  /** A person of a name, who is made where absent. */
  synchronized ObjectNode person(String shown) {
    return users.values().stream()
        .filter(user -> user.path("global_name").asString("").equals(shown))
        .findFirst()
        .orElseGet(
            () -> {
              String plain = shown.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]", "");
              ObjectNode made = DiscordEmulatorJson.user(newId(), plain, shown, false);
              users.put(made.path("id").asString(""), made);
              return made;
            });
  }

  /** A new message, not in its channel yet. */
  synchronized ObjectNode message(DiscordEmulatorChannel channel, ObjectNode author, String text) {
    ObjectNode message = DiscordEmulatorJson.message(newId(), channel, author);
    message.put("content", trimmed(text));
    mention(message, true);
    return message;
  }

  private void mention(ObjectNode message, boolean isAllowed) {
    Matcher found = MENTION.matcher(message.path("content").asString(""));
    ArrayNode mentions = message.putArray("mentions");
    while (isAllowed && found.find()) {
      ObjectNode user = users.get(found.group(1));
      if (user != null) {
        mentions.add(user);
      }
    }
    String content = message.path("content").asString("");
    message.put(
        "mention_everyone",
        isAllowed && (content.contains("@everyone") || content.contains("@here")));
  }

  /** Makes a message an answer. */
  static void reply(ObjectNode message, String to, DiscordEmulatorChannel channel) {
    message.put("type", 19);
    message
        .putObject("message_reference")
        .put("type", 0)
        .put("channel_id", channel.id)
        .put("message_id", to)
        .put("guild_id", channel.guild);
  }

  /** Puts a message into its channel. */
  synchronized String say(DiscordEmulatorChannel channel, ObjectNode message) {
    String id = message.path("id").asString("");
    ObjectNode stored = message.deepCopy();
    stored.remove("nonce");
    channel.messages.put(Long.parseUnsignedLong(id), stored);
    ObjectNode event = message.deepCopy().put("guild_id", channel.guild);
    event.set("member", member());
    gateway.event("MESSAGE_CREATE", event);
    return id;
  }

  /** Discord removes blanks at both ends, and characters that are no text. */
  private static String trimmed(String text) {
    return text.replace("\u0000", "").strip();
  }

  private synchronized Response answer(Request request) {
    requests.add(request);
    if (!isTokenGood || !request.header("Authorization").orElse("").equals("Bot " + TOKEN)) {
      return error(401, 0, "401: Unauthorized");
    }
    String path = request.path();
    if (!path.startsWith(API)) {
      return error(404, 0, "404: Not Found");
    }
    Matcher parts = PATH.matcher(path.substring(API.length()));
    if (!parts.matches()) {
      return error(404, 0, "404: Not Found");
    }
    String below = String.valueOf(parts.group(3));
    return switch (parts.group(1)) {
      case "users" -> Response.ok(users.get(bot));
      case "applications" ->
          Response.ok(
              JSON.createObjectNode().put("id", bot).put("name", "parley").put("flags", flags));
      case "gateway" -> Response.ok(gatewayJson());
      case "guilds" -> guild(request, parts.group(2), below);
      case "channels" -> channel(request, parts.group(2), below);
      default -> error(404, 0, "404: Not Found");
    };
  }

  private ObjectNode gatewayJson() {
    ObjectNode json = JSON.createObjectNode().put("url", gateway.address()).put("shards", 1);
    json.putObject("session_start_limit")
        .put("total", 1000)
        .put("remaining", sessionsLeft)
        .put("reset_after", 14_400_000)
        .put("max_concurrency", 1);
    return json;
  }

  private Response guild(Request request, String id, String below) {
    if (!isMember || !id.equals(guild)) {
      return error(404, 10004, "Unknown Guild");
    }
    return switch (below) {
      case "null" -> Response.ok(guildJson());
      case "members" -> Response.ok(member().set("user", users.get(bot)));
      case "channels" ->
          request.method().equals("POST") ? make(request.json()) : Response.ok(visibleChannels());
      default -> error(404, 0, "404: Not Found");
    };
  }

  private ArrayNode visibleChannels() {
    ArrayNode all = JSON.createArrayNode();
    channels.values().stream()
        .filter(channel -> channel.guild.equals(guild) && may(channel, VIEW))
        .forEach(channel -> all.add(DiscordEmulatorJson.channel(channel)));
    return all;
  }

  private boolean may(DiscordEmulatorChannel channel, long right) {
    return (permissions & ~channel.denied & right) == right;
  }

  private Response make(JsonNode form) {
    String name = form.path("name").asString("");
    if ((permissions & MANAGE) == 0) {
      return error(403, 50013, "Missing Permissions");
    }
    if (name.isEmpty() || name.length() > 100) {
      return invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
    }
    return Response.of(
        201, DiscordEmulatorJson.channel(channel(name, form.path("type").asInt(0), guild)));
  }

  private Response channel(Request request, String id, String below) {
    DiscordEmulatorChannel channel = channels.get(id);
    if (channel == null) {
      return error(404, 10003, "Unknown Channel");
    }
    if (!may(channel, VIEW)) {
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
      channels.remove(id);
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
    if (may(channel, HISTORY)) {
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
      return limit(true);
    }
    channel.sent++;
    String nonce = form.path("nonce").asString("");
    ObjectNode first = form.path("enforce_nonce").asBoolean(false) ? byNonce.get(nonce) : null;
    ObjectNode message = first == null ? made(form, channel) : first;
    if (first == null) {
      byNonce.put(nonce, message);
      say(channel, message);
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
    String content = trimmed(form.path("content").asString(""));
    String to = form.path("message_reference").path("message_id").asString("");
    boolean mustExist = form.path("message_reference").path("fail_if_not_exists").asBoolean(true);
    JsonNode mentions = form.path("allowed_mentions");
    if (!may(channel, SEND)) {
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
    return !to.isEmpty() && !may(channel, HISTORY)
        ? error(403, 160002, "You cannot reply without permission to read message history")
        : null;
  }

  private static boolean has(DiscordEmulatorChannel channel, String id) {
    return id.matches("[0-9]{1,20}") && channel.messages.containsKey(Long.parseUnsignedLong(id));
  }

  private ObjectNode made(JsonNode form, DiscordEmulatorChannel channel) {
    ObjectNode message = message(channel, users.get(bot), form.path("content").asString(""));
    mention(message, !form.path("allowed_mentions").has("parse"));
    if (form.has("nonce")) {
      message.set("nonce", form.path("nonce"));
    }
    String to = form.path("message_reference").path("message_id").asString("");
    if (!to.isEmpty() && has(channel, to)) {
      reply(message, to, channel);
    }
    return message;
  }

  @Override
  public void close() {
    server.close();
    gateway.end();
  }
}
