package dev.parley.chat.zulip;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.RoomNames;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A bot that is subscribed to a channel. The id of a room is the name of its topic. */
final class ZulipConnection implements ChatConnection, ZulipEvents.Handler {
  /** As long may the event of a message take after its sending failed. */
  private static final Duration EVENT = Duration.ofMillis(100);

  private static final Pattern MESSAGE_ID = Pattern.compile("(\\d{1,18})(?:#\\d+)?");

  private final ZulipApi api;
  private final ZulipAddress address;
  private final ZulipLogin login;
  private final ZulipReader reader;
  private final ChatListener listener;
  private final ZulipTopicNames topics;
  private final ZulipSent sent = new ZulipSent();
  private final ZulipHistory history;
  private final ZulipEvents events;
  private volatile ZulipChannel channel;

  /** Subscribes to the channel and registers for its events, which come after {@link #begin}. */
  ZulipConnection(
      ZulipApi api,
      ZulipAddress address,
      ZulipLogin login,
      ZulipReader reader,
      ChatListener listener,
      Duration firstWait) {
    this.api = api;
    this.address = address;
    this.login = login;
    this.reader = reader;
    this.listener = listener;
    this.topics = new ZulipTopicNames(address.chat());
    ZulipChannel open = login.open();
    this.channel = open;
    this.history = new ZulipHistory(api, reader, open.id());
    this.events = new ZulipEvents(api, login.register(open), this, firstWait);
  }

  /** Begins to pass events on. */
  void begin() {
    topics.load(topicsNow());
    listener.connected();
    events.start();
  }

  private JsonNode topicsNow() {
    return api.get("/users/me/" + channel.id() + "/topics", Map.of()).path("topics");
  }

  @Override
  public Optional<String> find(TopicName topic) {
    Optional<String> named = address.chat().roomOf(topic);
    return named.isPresent() ? named : made(topic).filter(this::isThere);
  }

  private boolean isThere(String room) {
    if (!topics.has(room)) {
      topics.saw(topicsNow()); // the event of its first message may be on its way
    }
    return topics.has(room);
  }

  /**
   * The room of a topic that the address does not name. There is none for presence: everybody in
   * the channel would see it beat.
   */
  private static Optional<String> made(TopicName topic) {
    return topic.kind() == TopicName.Kind.PRESENCE
        ? Optional.empty()
        : Optional.of(RoomNames.of(topic, ZulipAddress.MAX_TOPIC));
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return address.chat().topicOf(room);
  }

  /** {@inheritDoc} A Zulip topic begins with its first message, so nothing is made here. */
  @Override
  public String open(TopicName topic) {
    return address
        .chat()
        .roomOf(topic)
        .or(() -> made(topic))
        .orElseThrow(() -> ChatFailure.refused("the option presence names no Zulip topic"));
  }

  @Override
  public Original send(String room, OutgoingMessage message) {
    String topic = topics.current(room);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("type", "stream");
    fields.put("to", Long.toString(channel.id()));
    fields.put("topic", topic);
    fields.put("content", content(topic, message));
    fields.put("read_by_sender", "true");
    events
        .queue()
        .ifPresent(
            queue -> {
              fields.put("queue_id", queue.id());
              fields.put("local_id", message.nonce());
            });
    try {
      ChatAnswer answer = api.post("/messages", fields, true);
      long id = ZulipApi.document(answer, true).path("id").asLong(0);
      if (id <= 0) {
        throw ChatFailure.unknown("the answer has no id", null);
      }
      return sent.find(message.nonce())
          .orElseGet(() -> new Original(Long.toString(id), timeOf(answer)));
    } catch (ChatFailure failure) {
      if (failure.kind() != ChatFailure.Kind.UNKNOWN || events.queue().isEmpty()) {
        throw failure;
      }
      return sent.await(message.nonce(), EVENT).orElseThrow(() -> failure);
    }
  }

  private String content(String topic, OutgoingMessage message) {
    String body = message.envelope().body();
    String prefix = message.text().substring(0, message.text().length() - body.length());
    String link =
        message
            .inReplyTo()
            .filter(id -> message.envelope().part() == 1)
            .map(MESSAGE_ID::matcher)
            .filter(Matcher::matches)
            .map(id -> ZulipReply.link(channel, topic, id.group(1)))
            .orElse("");
    String content = prefix + link + ZulipText.marked(body);
    int length = content.codePointCount(0, content.length());
    if (length > ZulipChat.MAX_MESSAGE) {
      throw ChatFailure.refused(
          "the message has " + length + " characters; the limit is " + ZulipChat.MAX_MESSAGE);
    }
    return content;
  }

  /** The time of a message that was just sent: its answer has none, except in the header. */
  private static Instant timeOf(ChatAnswer answer) {
    try {
      return answer
          .headers()
          .firstValue("Date")
          .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
          .map(ZonedDateTime::toInstant)
          .orElseGet(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS));
    } catch (DateTimeParseException noDate) {
      return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }
  }

  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    List<String> names = topics.all(room);
    return after
        .map(message -> history.after(names, message, limit))
        .orElseGet(() -> history.newest(names, limit));
  }

  @Override
  public ZulipQueue register() {
    channel = login.openAgain(channel);
    ZulipQueue queue = login.register(channel);
    topics.load(topicsNow());
    return queue;
  }

  @Override
  public void registered() {
    listener.connected();
  }

  @Override
  public boolean event(JsonNode event) {
    switch (event.path("type").asString("")) {
      case "message" -> message(event);
      case "update_message" -> move(event);
      case "stream" -> {
        String change = event.path("op").asString("") + event.path("property").asString("");
        return !(change.equals("updatename") || change.equals("delete")) || !isOfChannel(event);
      }
      case "subscription" -> {
        return !event.path("op").asString("").equals("remove") || !isOfChannel(event);
      }
      default -> {
        // heartbeats, and what newer servers add
      }
    }
    return true;
  }

  /** Returns true if an event about channels is about this one. */
  private boolean isOfChannel(JsonNode event) {
    boolean isOne = event.path("stream_id").asLong(0) == channel.id();
    for (String list : List.of("streams", "subscriptions")) {
      for (JsonNode one : event.path(list)) {
        isOne |= one.path("stream_id").asLong(0) == channel.id();
      }
    }
    return isOne;
  }

  private void message(JsonNode event) {
    JsonNode message = event.path("message");
    if (message.path("stream_id").asLong(0) != channel.id()) {
      return;
    }
    String topic = message.path("subject").asString("");
    topics.saw(topic, ZulipReader.id(message));
    reader.read(message).ifPresent(read -> pass(topics.roomOf(topic), read, event));
  }

  private void pass(String room, ChatMessage message, JsonNode event) {
    String localId = event.path("local_message_id").asString("");
    if (!localId.isEmpty()) {
      sent.came(localId, message.original());
    }
    var unused = listener.message(room, message);
  }

  /** Takes note of a topic that has another name, as one that is resolved. */
  private void move(JsonNode event) {
    String before = event.path("orig_subject").asString("");
    if (before.isEmpty() || event.path("stream_id").asLong(0) != channel.id()) {
      return;
    }
    if (event.path("propagate_mode").asString("").equals("change_all")) {
      topics.left(before);
    }
    long newest = 0;
    for (JsonNode id : event.path("message_ids")) {
      newest = Math.max(newest, id.asLong(0));
    }
    boolean isHere = event.path("new_stream_id").asLong(channel.id()) == channel.id();
    String topic = event.path("subject").asString("");
    if (isHere && !topic.isEmpty()) {
      topics.saw(topic, newest);
    }
  }

  @Override
  public boolean hasHistory() {
    return true;
  }

  @Override
  public boolean echoes() {
    return true;
  }

  @Override
  public boolean isReachable() {
    return events.isReachable();
  }

  @Override
  public void close() {
    events.close();
  }
}
