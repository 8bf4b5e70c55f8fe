package dev.parley.chat.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods of the emulated Web API. */
final class SlackEmulatorMethods {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,80}");
  static final Pattern TS = Pattern.compile("\\d{1,11}(\\.\\d{1,6})?");

  /** An error. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final String error;

    Failed(String error) {
      super(error);
      this.error = error;
    }
  }

  private final SlackEmulatorWorkspace workspace;
  private final SlackEmulatorPosts posts;

  /** The most objects of a page, as apps that are sold have it. */
  volatile int pageLimit = 999;

  SlackEmulatorMethods(SlackEmulatorWorkspace workspace) {
    this.workspace = workspace;
    this.posts = new SlackEmulatorPosts(workspace);
  }

  ObjectNode call(
      String method, String user, Optional<SlackEmulatorApp> app, Map<String, String> fields) {
    synchronized (workspace) {
      ObjectNode ok = JSON.createObjectNode().put("ok", true);
      switch (method) {
        case "auth.test" -> auth(ok, user, app);
        case "users.info" ->
            ok.set(
                "user",
                workspace
                    .user(fields.getOrDefault("user", ""))
                    .orElseThrow(() -> new Failed("user_not_found")));
        case "conversations.list" -> list(ok, user, fields);
        case "conversations.info" -> ok.set("channel", visible(user, fields).node(user));
        case "conversations.join" -> join(ok, user, fields);
        case "conversations.create" -> create(ok, user, fields);
        case "conversations.history" -> history(ok, user, fields);
        case "conversations.replies" -> replies(ok, user, fields);
        default -> posts.post(ok, user, app, readable(user, fields), fields);
      }
      return ok;
    }
  }

  private void auth(ObjectNode ok, String user, Optional<SlackEmulatorApp> app) {
    ok.put("url", "https://emulated.slack.com/").put("team", "Emulated");
    ok.put("team_id", SlackEmulatorWorkspace.TEAM).put("user_id", user);
    ok.put("user", workspace.user(user).orElseThrow().path("name").asString(""));
    app.ifPresent(one -> ok.put("bot_id", one.bot).put("is_enterprise_install", false));
  }

  private SlackEmulatorChannel visible(String user, Map<String, String> fields) {
    return workspace
        .channel(fields.getOrDefault("channel", ""))
        .filter(channel -> !channel.isPrivate || channel.members.contains(user))
        .orElseThrow(() -> new Failed("channel_not_found"));
  }

  private SlackEmulatorChannel readable(String user, Map<String, String> fields) {
    SlackEmulatorChannel channel = visible(user, fields);
    if (!channel.members.contains(user)) {
      throw new Failed("not_in_channel");
    }
    return channel;
  }

  private void list(ObjectNode ok, String user, Map<String, String> fields) {
    boolean skipsArchived = isTrue(fields, "exclude_archived");
    List<ObjectNode> all =
        workspace.channels().stream()
            .filter(channel -> !channel.isPrivate && !(skipsArchived && channel.isArchived))
            .map(channel -> channel.node(user))
            .toList();
    page(ok, "channels", all, fields, 100);
  }

  private void join(ObjectNode ok, String user, Map<String, String> fields) {
    SlackEmulatorChannel channel = visible(user, fields);
    if (channel.isArchived) {
      throw new Failed("is_archived");
    }
    if (channel.isPrivate) {
      throw new Failed("method_not_supported_for_channel_type");
    }
    if (channel.members.contains(user)) {
      ok.put("warning", "already_in_channel");
    }
    workspace.join(channel, user);
    ok.set("channel", channel.node(user));
  }

  private void create(ObjectNode ok, String user, Map<String, String> fields) {
    String name = fields.getOrDefault("name", "");
    if (name.isEmpty()) {
      throw new Failed("invalid_name_required");
    }
    if (!NAME.matcher(name).matches()) {
      throw new Failed(name.length() > 80 ? "invalid_name_maxlength" : "invalid_name_specials");
    }
    if (workspace.named(name).isPresent()) {
      throw new Failed("name_taken");
    }
    ok.set("channel", workspace.create(name, isTrue(fields, "is_private"), user).node(user));
  }

  private void history(ObjectNode ok, String user, Map<String, String> fields) {
    page(ok, "messages", inRange(readable(user, fields).ofChannel(), fields, ""), fields, 100);
  }

  private void replies(ObjectNode ok, String user, Map<String, String> fields) {
    SlackEmulatorChannel channel = readable(user, fields);
    String ts = fields.getOrDefault("ts", "");
    List<ObjectNode> thread = channel.thread(ts);
    if (thread.isEmpty()) {
      throw new Failed("thread_not_found");
    }
    page(ok, "messages", inRange(thread, fields, ts), fields, 1_000);
  }

  private static List<ObjectNode> inRange(
      List<ObjectNode> messages, Map<String, String> fields, String always) {
    boolean isInclusive = isTrue(fields, "inclusive");
    long oldest = bound(fields, "oldest", 0) + (isInclusive ? 0 : 1);
    long latest = bound(fields, "latest", Long.MAX_VALUE) - (isInclusive ? 0 : 1);
    boolean hasMetadata = isTrue(fields, "include_all_metadata");
    return messages.stream()
        .filter(
            message -> {
              String ts = message.path("ts").asString("");
              long micros = SlackEmulatorChannel.micros(ts);
              return ts.equals(always) || (micros >= oldest && micros <= latest);
            })
        .map(ObjectNode::deepCopy)
        .map(copy -> hasMetadata ? copy : SlackEmulatorWorkspace.withoutFields(copy))
        .toList();
  }

  private static long bound(Map<String, String> fields, String name, long otherwise) {
    String value = fields.getOrDefault(name, "");
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!TS.matcher(value).matches()) {
      throw new Failed("invalid_ts_" + name);
    }
    return SlackEmulatorChannel.micros(value);
  }

  private void page(
      ObjectNode ok, String name, List<ObjectNode> all, Map<String, String> fields, int standard) {
    int limit = Integer.parseInt(fields.getOrDefault("limit", Integer.toString(standard)));
    if (limit < 1 || limit > 1_000) {
      throw new Failed("invalid_limit");
    }
    limit = name.equals("messages") ? Math.min(limit, pageLimit) : limit;
    // A cursor names the last object of its page, because new messages move the others.
    String last = cursor(fields.getOrDefault("cursor", ""));
    int from = 0;
    if (!last.isEmpty()) {
      while (from < all.size() && !key(all.get(from)).equals(last)) {
        from++;
      }
      from++;
    }
    int to = Math.min(all.size(), from + limit);
    ArrayNode page = ok.putArray(name);
    for (int i = from; i < to; i++) {
      page.add(all.get(i));
    }
    boolean hasMore = to < all.size();
    if (name.equals("messages")) {
      ok.put("has_more", hasMore);
    }
    ok.putObject("response_metadata")
        .put(
            "next_cursor",
            hasMore
                ? Base64.getEncoder()
                    .encodeToString(("next:" + key(all.get(to - 1))).getBytes(UTF_8))
                : "");
  }

  private static String key(ObjectNode one) {
    return one.path("ts").asString(one.path("id").asString(""));
  }

  private static String cursor(String encoded) {
    try {
      String plain = new String(Base64.getDecoder().decode(encoded), UTF_8);
      if (plain.isEmpty() || plain.startsWith("next:")) {
        return plain.replaceFirst("^next:", "");
      }
    } catch (IllegalArgumentException wrong) {
      // answered below
    }
    throw new Failed("invalid_cursor");
  }

  static boolean isTrue(Map<String, String> fields, String name) {
    String value = fields.getOrDefault(name, "");
    return value.equals("true") || value.equals("1");
  }
}
