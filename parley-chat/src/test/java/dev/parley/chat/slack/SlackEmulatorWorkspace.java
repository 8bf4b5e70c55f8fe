package dev.parley.chat.slack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The channels, people and messages of the emulated workspace. */
final class SlackEmulatorWorkspace {
  static final String TEAM = "T00000001";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long MILLION = 1_000_000;

  /** The metadata that events have. */
  enum EventMetadata {
    /** All of it, as where the app declares its type. */
    WHOLE,
    /** The type without the fields, as where the app does not. */
    TYPE,
    /** None. */
    NONE
  }

  /** Takes the events of an app, in their order. */
  interface Events {
    void take(SlackEmulatorApp app, ObjectNode payload);
  }

  final List<SlackEmulatorApp> apps = new CopyOnWriteArrayList<>();
  volatile EventMetadata eventMetadata = EventMetadata.WHOLE;
  private final Events events;
  private final Map<String, SlackEmulatorChannel> channels = new LinkedHashMap<>();
  private final Map<String, ObjectNode> users = new LinkedHashMap<>();
  private long last;
  private int eventIds;

  SlackEmulatorWorkspace(Events events) {
    this.events = events;
  }

  synchronized SlackEmulatorApp install(String name) {
    SlackEmulatorApp app = new SlackEmulatorApp(apps.size() + 1, name);
    apps.add(app);
    users.put(app.user, user(app.user, name, name, TEAM));
    return app;
  }

  /** The id of the person with a display name, who is made where absent. */
  synchronized String person(String displayName) {
    return users.values().stream()
        .filter(user -> user.path("profile").path("display_name").asString("").equals(displayName))
        .findFirst()
        .map(user -> user.path("id").asString(""))
        .orElseGet(() -> person(displayName, TEAM));
  }

  synchronized String person(String displayName, String team) {
    String id = String.format("U0%07d", users.size() + 1);
    String account = displayName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", ".");
    users.put(id, user(id, account, displayName, team));
    return id;
  }

  private static ObjectNode user(String id, String account, String displayName, String team) {
    ObjectNode user = JSON.createObjectNode();
    user.put("id", id).put("team_id", team).put("name", account).put("deleted", false);
    user.putObject("profile").put("display_name", displayName).put("real_name", displayName);
    return user;
  }

  synchronized Optional<ObjectNode> user(String id) {
    return Optional.ofNullable(users.get(id)).map(ObjectNode::deepCopy);
  }

  synchronized List<SlackEmulatorChannel> channels() {
    return new ArrayList<>(channels.values());
  }

  synchronized Optional<SlackEmulatorChannel> channel(String id) {
    return Optional.ofNullable(channels.get(id));
  }

  synchronized Optional<SlackEmulatorChannel> named(String name) {
    return channels.values().stream().filter(channel -> channel.name.equals(name)).findFirst();
  }

  synchronized SlackEmulatorChannel create(String name, boolean isPrivate, String creator) {
    String id = String.format("C0%07d", channels.size() + 1);
    SlackEmulatorChannel channel = new SlackEmulatorChannel(id, name, isPrivate);
    channels.put(id, channel);
    join(channel, creator);
    return channel;
  }

  synchronized void join(SlackEmulatorChannel channel, String user) {
    if (channel.members.add(user)) {
      ObjectNode joined = message(user, "<@" + user + "> has joined the channel");
      joined.put("subtype", "channel_join");
      add(channel, joined);
    }
  }

  /** A message without a time. */
  static ObjectNode message(String user, String text) {
    ObjectNode message = JSON.createObjectNode();
    return message.put("type", "message").put("user", user).put("text", text);
  }

  /** Adds a message to a channel, gives it a time and reports it. */
  synchronized ObjectNode add(SlackEmulatorChannel channel, ObjectNode message) {
    long micros = nextMicros();
    message.put("ts", SlackEmulatorChannel.ts(micros));
    channel.messages.put(micros, message);
    String thread = message.path("thread_ts").asString("");
    if (!thread.isEmpty()) {
      ObjectNode begins = channel.messages.get(SlackEmulatorChannel.micros(thread));
      begins.put("thread_ts", thread);
      begins.put("reply_count", begins.path("reply_count").asInt(0) + 1);
      begins.put("latest_reply", SlackEmulatorChannel.ts(micros));
    }
    report(channel, event(message), SlackEmulatorChannel.ts(micros));
    return message;
  }

  private long nextMicros() {
    last = Math.max(last + 1, System.currentTimeMillis() * 1_000);
    return last;
  }

  private ObjectNode event(ObjectNode message) {
    ObjectNode event = message.deepCopy();
    if (eventMetadata == EventMetadata.NONE) {
      event.remove("metadata");
    } else if (eventMetadata == EventMetadata.TYPE) {
      withoutFields(event);
    }
    return event;
  }

  /** Removes the fields of the metadata. */
  static ObjectNode withoutFields(ObjectNode message) {
    if (message.has("metadata")) {
      ((ObjectNode) message.path("metadata")).set("event_payload", JSON.createObjectNode());
    }
    return message;
  }

  private void report(SlackEmulatorChannel channel, ObjectNode event, String eventTs) {
    event.put("channel", channel.id).put("channel_type", "channel").put("event_ts", eventTs);
    for (SlackEmulatorApp app : apps) {
      if (channel.members.contains(app.user)) {
        ObjectNode payload = JSON.createObjectNode();
        payload.put("type", "event_callback").put("team_id", TEAM).put("api_app_id", app.id);
        payload.put("event_id", String.format("Ev%08d", ++eventIds));
        payload.put("event_time", SlackEmulatorChannel.micros(eventTs) / MILLION);
        payload.set("event", event.deepCopy());
        events.take(app, payload);
      }
    }
  }

  /** Changes a text, as its author may. */
  synchronized void edit(SlackEmulatorChannel channel, String ts, String text) {
    ObjectNode message = channel.messages.get(SlackEmulatorChannel.micros(ts));
    JsonNode before = message.deepCopy();
    String now = SlackEmulatorChannel.ts(nextMicros());
    message.put("text", text);
    message.putObject("edited").put("user", message.path("user").asString("")).put("ts", now);
    ObjectNode event = JSON.createObjectNode();
    event
        .put("type", "message")
        .put("subtype", "message_changed")
        .put("hidden", true)
        .put("ts", now);
    event.set("message", message.deepCopy());
    event.set("previous_message", before);
    report(channel, event, now);
  }

  /** Deletes a message; one that begins a thread leaves a tombstone. */
  synchronized void delete(SlackEmulatorChannel channel, String ts) {
    ObjectNode message = channel.messages.get(SlackEmulatorChannel.micros(ts));
    String now = SlackEmulatorChannel.ts(nextMicros());
    ObjectNode event = JSON.createObjectNode();
    event
        .put("type", "message")
        .put("subtype", "message_deleted")
        .put("hidden", true)
        .put("ts", now);
    event.put("deleted_ts", ts);
    event.set("previous_message", message.deepCopy());
    if (message.path("reply_count").asInt(0) > 0) {
      message.put("subtype", "tombstone").put("text", "This message was deleted.");
    } else {
      channel.messages.remove(SlackEmulatorChannel.micros(ts));
    }
    report(channel, event, now);
  }
}
