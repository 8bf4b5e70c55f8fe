package dev.parley.chat.discord;

import static dev.parley.chat.discord.DiscordEmulatorJson.JSON;

import dev.parley.chat.emulator.EmulatorServer;
import dev.parley.chat.emulator.EmulatorServer.Request;
import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.emulator.Faults;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A Discord with one guild and one bot: the REST API, and the gateway beside it. */
final class DiscordEmulator implements AutoCloseable {
  static final String TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.emulated.secret-of-the-bot";
  static final long VIEW = 1 << 10;
  static final long SEND = 1 << 11;
  static final long HISTORY = 1 << 16;
  static final long MANAGE = 1 << 4;

  static final String API = "/api/v10";
  private static final Pattern MENTION = Pattern.compile("<@!?(\\d+)>");

  final String guild = newId();
  final String bot = newId();
  final Faults faults = new Faults();
  final DiscordEmulatorGateway gateway;
  final List<Request> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger asked = new AtomicInteger();
  final Map<String, DiscordEmulatorChannel> channels = new LinkedHashMap<>();
  final Map<String, ObjectNode> users = new HashMap<>();
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
    server =
        new EmulatorServer(
            faults, this::isFaulty, this::limit, new DiscordEmulatorRest(this)::answer);
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

  Response limit(boolean withHeader) {
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

  ObjectNode guildJson() {
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

  ObjectNode member() {
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

  void mention(ObjectNode message, boolean isAllowed) {
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
  static String trimmed(String text) {
    return text.replace("\u0000", "").strip();
  }

  @Override
  public void close() {
    server.close();
    gateway.end();
  }
}
