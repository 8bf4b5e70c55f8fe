package dev.parley.chat.zulip;

import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The organization of an emulated Zulip server: users, channels, messages, queues of events. */
final class ZulipWorld {
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final int MAX_TOPIC = 60;
  static final int MAX_MESSAGE = 10_000;
  private static final String PYTHON_SPACE =
      "\t\n\u000b\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004"
          + "\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

  /** A user; of the realm zulipinternal where it is Zulip itself. */
  record User(long id, String email, String name, String key, boolean isBot, String realm) {}

  /** A channel. */
  static final class Channel {
    final long id;
    final Set<Long> members = new HashSet<>();
    String name;
    boolean isPrivate;
    boolean isArchived;

    Channel(long id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  /** A message. */
  static final class Post {
    final long id;
    final User sender;
    final Channel channel;
    final String content;
    final Instant time;
    String topic;

    Post(long id, User sender, Channel channel, String topic, String content, Instant time) {
      this.id = id;
      this.sender = sender;
      this.channel = channel;
      this.topic = topic;
      this.content = content;
      this.time = time;
    }

    ObjectNode json() {
      ObjectNode json = JSON.createObjectNode();
      json.put("id", id).put("type", "stream").put("stream_id", channel.id);
      json.put("display_recipient", channel.name).put("subject", topic).put("content", content);
      json.put("content_type", "text/x-markdown").put("timestamp", time.getEpochSecond());
      json.put("sender_id", sender.id()).put("sender_email", sender.email());
      json.put("sender_full_name", sender.name()).put("sender_realm_str", sender.realm());
      json.put("client", "emulator").put("is_me_message", false).put("recipient_id", channel.id);
      json.putArray("reactions");
      json.putArray("submessages");
      return json;
    }
  }

  /** A queue of events. */
  static final class Queue {
    final String id = UUID.randomUUID().toString();
    final long user;
    final @Nullable String channel;
    final Set<String> types;
    final List<ObjectNode> events = new ArrayList<>();
    private long last = -1;
    private @Nullable ObjectNode late;

    Queue(long user, @Nullable String channel, Set<String> types) {
      this.user = user;
      this.channel = channel;
      this.types = types;
    }

    void add(ObjectNode event) {
      events.add(event.deepCopy().put("id", ++last));
    }

    void flush() {
      if (late != null) {
        add(late);
        late = null;
      }
    }
  }

  private final Faults faults;
  private final Map<String, User> users = new LinkedHashMap<>();
  private final Map<Long, Channel> channels = new LinkedHashMap<>();
  private final List<Post> posts = new ArrayList<>();
  private final Map<String, Queue> queues = new HashMap<>();
  private final User notifications =
      new User(5, "notification-bot@zulip.com", "Notification Bot", "", true, "zulipinternal");
  private long lastUser = 10;
  private long lastChannel = 6;
  private long lastPost = 1_000;
  private int registrations;

  ZulipWorld(Faults faults) {
    this.faults = faults;
  }

  synchronized User user(String email, String name, boolean isBot) {
    return users.computeIfAbsent(
        email,
        absent -> {
          String key = UUID.randomUUID().toString().replace("-", "");
          return new User(++lastUser, email, name, key, isBot, "");
        });
  }

  synchronized User login(String email, String key) {
    User user = users.get(email);
    if (user == null || !user.key().equals(key)) {
      throw ZulipError.badKey();
    }
    return user;
  }

  /** Gives a user another key, as the button of the settings does. */
  synchronized void newKey(User user) {
    users.put(
        user.email(),
        new User(user.id(), user.email(), user.name(), "other" + user.key(), user.isBot(), ""));
  }

  synchronized Channel addChannel(String name) {
    Channel made = new Channel(++lastChannel, name);
    channels.put(made.id, made);
    return made;
  }

  synchronized @Nullable Channel channel(String name) {
    return channels.values().stream()
        .filter(one -> one.name.equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  synchronized @Nullable Channel channel(long id) {
    return channels.get(id);
  }

  synchronized List<Post> posts() {
    return List.copyOf(posts);
  }

  synchronized Post post(User sender, Channel channel, String topic, String content) {
    return post(sender, channel, topic, content, "", "", Instant.now());
  }

  synchronized Post post(
      User sender,
      Channel channel,
      String topic,
      String content,
      String queue,
      String localId,
      Instant time) {
    String named = topic.strip().isEmpty() ? "(no topic)" : cut(topic.strip(), MAX_TOPIC, "...");
    String body = normalized(content);
    Post post = new Post(++lastPost, sender, channel, named, body, time);
    posts.add(post);
    ObjectNode event = JSON.createObjectNode().put("type", "message");
    event.set("message", post.json());
    event.putArray("flags");
    for (Queue one : queues.values()) {
      boolean isWanted = one.channel == null || one.channel.equalsIgnoreCase(channel.name);
      if (isWanted && channel.members.contains(one.user)) {
        ObjectNode own = event.deepCopy();
        if (one.id.equals(queue) && !localId.isEmpty()) {
          own.put("local_message_id", localId);
        }
        publish(one, own);
      }
    }
    notifyAll();
    return post;
  }

  private void publish(Queue queue, ObjectNode event) {
    if (!queue.types.contains(event.path("type").asString(""))) {
      return;
    }
    if (queue.late == null && faults.isDue(Fault.LATE_EVENT)) {
      queue.late = event;
      return;
    }
    queue.add(event);
    if (faults.isDue(Fault.DOUBLED_EVENT)) {
      queue.add(event);
    }
    queue.flush();
  }

  /** Sends an event about the organization to all queues. */
  synchronized void announce(ObjectNode event) {
    queues.values().forEach(queue -> publish(queue, event));
    notifyAll();
  }

  private static String normalized(String content) {
    int end = content.length();
    while (end > 0 && PYTHON_SPACE.indexOf(content.charAt(end - 1)) >= 0) {
      end--;
    }
    int begin = 0;
    while (begin < end && content.charAt(begin) == '\n') {
      begin++;
    }
    String body = content.substring(begin, end);
    if (body.isEmpty()) {
      throw ZulipError.bad("Message must not be empty");
    }
    if (body.indexOf(0) >= 0) {
      throw ZulipError.bad("Message must not contain null bytes");
    }
    return cut(body, MAX_MESSAGE, "\n[message truncated]");
  }

  private static String cut(String text, int most, String end) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - end.length())) + end;
  }

  /** Gives all messages of a topic another, and has Zulip say so where it is resolved. */
  synchronized void rename(User person, Channel channel, String topic, String other) {
    ArrayNode ids = JSON.createArrayNode();
    for (Post post : posts) {
      if (post.channel == channel && post.topic.equalsIgnoreCase(topic)) {
        post.topic = other;
        ids.add(post.id);
      }
    }
    ObjectNode event = JSON.createObjectNode().put("type", "update_message");
    event.put("user_id", person.id()).put("stream_id", channel.id).put("orig_subject", topic);
    event.put("subject", other).put("propagate_mode", "change_all").put("rendering_only", false);
    event.set("message_ids", ids);
    announce(event);
    if (other.startsWith("✔ ")) {
      post(
          notifications,
          channel,
          other,
          "@_**" + person.name() + "|" + person.id() + "** has marked this topic as resolved.");
    }
  }

  /** Has Zulip itself write. */
  synchronized Post notify(Channel channel, String topic, String content) {
    return post(notifications, channel, topic, content);
  }

  /** Begins to count messages anew, as a server that was put back to an older copy. */
  synchronized void reset() {
    posts.clear();
    lastPost = 0;
  }

  synchronized Queue register(User user, @Nullable String channel, Set<String> types) {
    registrations++;
    Queue queue = new Queue(user.id(), channel, types);
    queues.put(queue.id, queue);
    return queue;
  }

  synchronized int registrations() {
    return registrations;
  }

  synchronized int queues() {
    return queues.size();
  }

  /** The events after one, when there are some or {@code until} in milliseconds has come. */
  synchronized List<ObjectNode> events(User user, String id, long last, long until)
      throws InterruptedException {
    for (; ; ) {
      Queue queue = queues.get(id);
      if (queue == null || queue.user != user.id()) {
        throw ZulipError.noQueue(id);
      }
      queue.events.removeIf(event -> event.path("id").asLong(0) <= last);
      long left = until - System.currentTimeMillis();
      if (queue.events.isEmpty() && (queue.late != null || left <= 0)) {
        queue.flush();
        if (queue.events.isEmpty()) {
          queue.add(JSON.createObjectNode().put("type", "heartbeat"));
        }
      }
      if (!queue.events.isEmpty()) {
        return List.copyOf(queue.events);
      }
      wait(left);
    }
  }

  synchronized boolean drop(String queue) {
    notifyAll();
    return queues.remove(queue) != null;
  }

  synchronized void dropAll() {
    queues.clear();
    notifyAll();
  }

  /** The topics of a channel with the ids of their newest messages, the newest first. */
  synchronized ArrayNode topics(Channel channel) {
    Map<String, Post> newest = new LinkedHashMap<>();
    for (Post post : posts) {
      if (post.channel == channel) {
        newest.put(post.topic.toLowerCase(Locale.ROOT), post);
      }
    }
    ArrayNode topics = JSON.createArrayNode();
    newest.values().stream()
        .sorted((one, other) -> Long.compare(other.id, one.id))
        .forEach(post -> topics.addObject().put("name", post.topic).put("max_id", post.id));
    return topics;
  }
}
