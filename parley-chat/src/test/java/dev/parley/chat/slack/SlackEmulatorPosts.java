package dev.parley.chat.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The method chat.postMessage of the emulated Web API. */
final class SlackEmulatorPosts {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern EVENT_TYPE = Pattern.compile("[A-Za-z0-9_]{1,255}");
  private static final int MAX_TEXT = 40_000;
  private static final int SPLIT_TEXT = 4_000;
  private static final int MAX_METADATA = 8_192;

  private final SlackEmulatorWorkspace workspace;

  SlackEmulatorPosts(SlackEmulatorWorkspace workspace) {
    this.workspace = workspace;
  }

  void post(
      ObjectNode ok,
      String user,
      Optional<SlackEmulatorApp> app,
      SlackEmulatorChannel channel,
      Map<String, String> fields) {
    String text = fields.getOrDefault("text", "");
    if (channel.isArchived) {
      throw new SlackEmulatorMethods.Failed("is_archived");
    }
    if (text.isBlank()) {
      throw new SlackEmulatorMethods.Failed("no_text");
    }
    Optional<JsonNode> metadata =
        Optional.ofNullable(fields.get("metadata")).map(SlackEmulatorPosts::metadata);
    boolean isFull = fields.getOrDefault("parse", "none").equals("full");
    if (isFull || SlackEmulatorMethods.isTrue(fields, "link_names")) {
      text = text.replaceAll("@(channel|here|everyone)\\b", "<!$1>");
    }
    String stored = SlackEmulatorText.stored(text.substring(0, Math.min(text.length(), MAX_TEXT)));
    ObjectNode message = null;
    String rest = stored;
    do {
      // Long texts are divided into several messages.
      int end = Math.min(rest.length(), shownEnd(rest));
      ObjectNode part = SlackEmulatorWorkspace.message(user, rest.substring(0, end));
      app.ifPresent(one -> part.put("bot_id", one.bot).put("app_id", one.id));
      part.put("team", SlackEmulatorWorkspace.TEAM);
      metadata.ifPresent(data -> part.set("metadata", data));
      thread(channel, part, fields);
      ObjectNode added = workspace.add(channel, part);
      message = message == null ? added : message;
      rest = rest.substring(end);
    } while (!rest.isEmpty());
    ok.put("channel", channel.id).put("ts", message.path("ts").asString(""));
    ok.set("message", message.deepCopy());
  }

  /** The end of the part of a text of which people see 4,000 characters. */
  private static int shownEnd(String stored) {
    int shown = SlackEmulatorText.shown(stored).length();
    return shown <= SPLIT_TEXT ? stored.length() : SPLIT_TEXT;
  }

  private static void thread(
      SlackEmulatorChannel channel, ObjectNode message, Map<String, String> fields) {
    String thread = fields.getOrDefault("thread_ts", "");
    if (thread.isEmpty()) {
      return;
    }
    if (!SlackEmulatorMethods.TS.matcher(thread).matches()) {
      throw new SlackEmulatorMethods.Failed("invalid_thread_ts");
    }
    ObjectNode begins = channel.messages.get(SlackEmulatorChannel.micros(thread));
    if (begins == null) {
      throw new SlackEmulatorMethods.Failed("thread_not_found");
    }
    String own = begins.path("thread_ts").asString(thread);
    if (!own.equals(thread)) {
      throw new SlackEmulatorMethods.Failed("cannot_reply_to_message");
    }
    message.put("thread_ts", thread);
    if (SlackEmulatorMethods.isTrue(fields, "reply_broadcast")) {
      message.put("subtype", "thread_broadcast");
      ObjectNode root = begins.deepCopy();
      message.set("root", root);
    }
  }

  private static JsonNode metadata(String text) {
    JsonNode metadata;
    try {
      metadata = JSON.readTree(text);
    } catch (JacksonException wrong) {
      throw new SlackEmulatorMethods.Failed("invalid_metadata_format");
    }
    if (!EVENT_TYPE.matcher(metadata.path("event_type").asString("")).matches()
        || !metadata.path("event_payload").isObject()) {
      throw new SlackEmulatorMethods.Failed("invalid_metadata_format");
    }
    if (text.getBytes(UTF_8).length > MAX_METADATA) {
      throw new SlackEmulatorMethods.Failed("metadata_too_large");
    }
    return metadata;
  }
}
