package dev.parley.war.tool;

import dev.parley.agent.Inbox;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.Mentions;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.page.PageSize;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wake.HandedMessages;
import dev.parley.war.wake.Reach;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The set {@code bus}: posts to the topics of durable rooms, reads of them, and the roster. */
public final class TopicTools {
  private static final int DEFAULT_LIMIT = 100;

  /** The length of the id of a message. */
  static final int MAX_ID = 26;

  /** The most messages to return. */
  static final Param<Long> LIMIT =
      Param.integer("limit", 1, DurableTopics.MAX_READ, "Default " + DEFAULT_LIMIT + ".");

  private static final Param<RoomName> TOPIC =
      Param.required(
          "topic", RoomName::of, JsonTypes.pattern(RoomName.PATTERN, "The topic: a room."));
  private static final Param<Body> CONTENT = Param.required("content", Body::of, content());
  private static final Param<IdempotencyKey> KEY = KeyArgument.ofAMessage();
  private static final Param<MessageId> IN_REPLY_TO =
      inReplyTo("The id of a message this answers.");
  private static final Param<MessageId> ANSWERED = inReplyTo("The id of the message this answers.");

  private static final Param<Cursor> SINCE =
      Param.text(
          "since",
          JsonTypes.text(
              256, "A nextCursor or cursor of this topic, or \"" + Cursor.BEGINNING_WORD + "\"."),
          arguments -> arguments.optionalText("since").map(Cursor::of));
  private static final Param<Duration> BLOCK_MS = blockMs(Duration.ZERO);

  private static final Param<String> FILTER =
      Param.text(
          "filter", RosterQuery.MAX_FILTER, "Pattern of the handle: * any text, ? one character.");
  private static final Param<RoomName> IN =
      Param.optional(
          "topic", RoomName::of, JsonTypes.pattern(RoomName.PATTERN, "Only those in this room."));
  private static final Param<Boolean> ONLINE = Param.flag("online_only", "Only those online.");
  private static final Param<Long> SINCE_MS =
      Param.integer(
          "since_ms",
          1,
          RosterQuery.MAX_SINCE.toMillis(),
          "Offline agents: seen in the last so many ms; default: a day.");
  private static final Param<Long> USERS =
      Param.integer("limit", 1, RosterQuery.MAX_USERS, "Default " + RosterQuery.ALL.limit() + ".");

  static final RecordSchema<StoredMessage> MESSAGE =
      new RecordSchema<StoredMessage>()
          .with("topic", JsonTypes.string(), stored -> stored.message().topic().name())
          .with(
              "senderHandle",
              JsonTypes.string(),
              stored -> stored.message().sender().agent().value())
          .unlisted("verified", stored -> stored.message().sender().isVerified())
          .with("content", JsonTypes.string(), stored -> stored.message().text())
          .with(
              "timestamp", JsonTypes.string(), stored -> Timestamps.iso(stored.message().sentAt()))
          .with("backendMsgId", JsonTypes.string(), stored -> stored.message().id().value())
          .with("cursor", JsonTypes.string(), stored -> stored.cursor().value())
          .with("seq", JsonTypes.integer(), stored -> stored.message().seq())
          .with(
              "mentions",
              JsonTypes.arrayOf(JsonTypes.string()),
              stored -> Mentions.in(stored.message().draft().body()))
          .ifPresent(
              "inReplyTo",
              JsonTypes.string(),
              stored -> stored.message().draft().inReplyTo().map(MessageId::value));

  private static final RecordSchema<Message> POSTED =
      new RecordSchema<Message>()
          .with("backendMsgId", JsonTypes.string(), message -> message.id().value())
          .with("topic", JsonTypes.string(), message -> message.topic().name())
          .with("seq", JsonTypes.integer(), Message::seq)
          .with("sentAt", JsonTypes.string(), message -> Timestamps.iso(message.sentAt()));

  private static final RecordSchema<MessagePage> PAGE =
      new RecordSchema<MessagePage>()
          .with(
              "messages",
              JsonTypes.arrayOf(MESSAGE.schema()),
              page -> MESSAGE.ofAll(page.messages()))
          .with("nextCursor", JsonTypes.string(), page -> page.next().value())
          .with("hasMore", JsonTypes.flag(), MessagePage::hasMore);

  private record User(AgentStatus status, Optional<Reach> reach) {}

  private static final RecordSchema<User> USER =
      new RecordSchema<User>()
          .with("handle", JsonTypes.string(), user -> user.status().handle().value())
          .with("online", JsonTypes.flag(), user -> user.status().online())
          .with(
              "topics",
              JsonTypes.arrayOf(JsonTypes.string("Its rooms, or its last ones.")),
              user -> user.status().topics().stream().map(RoomName::value).toList())
          .with(
              "lastSeenMs",
              JsonTypes.integer("Milliseconds since 1970."),
              user -> user.status().lastSeen().toEpochMilli())
          .ifPresent(
              "reach", ReachTools.reachSchema(), user -> user.reach().map(ReachTools.REACH::of));

  private record Users(List<User> users, boolean truncated) {}

  private static final RecordSchema<Users> ROSTER =
      new RecordSchema<Users>()
          .with("users", JsonTypes.arrayOf(USER.schema()), users -> USER.ofAll(users.users()))
          .with("truncated", JsonTypes.flag(), Users::truncated);

  private TopicTools() {}

  /** The tools of the set. */
  public static ToolSet set() {
    return new ToolSet("bus", List.of(post(), reply(), fetchRecent(), listUsers()));
  }

  private static ToolDefinition post() {
    return ToolDefinition.named("parley_post", "Post to a topic")
        .described(
            "Post a message to a topic: a durable room. Members receive it, and"
                + " anyone can read it later with parley_fetch_recent."
                + " Use it for rooms you did not join, too;"
                + " to answer, use parley_reply.")
        .hinting(ToolBehavior.CHANGES)
        .takes(TOPIC, CONTENT, KEY, IN_REPLY_TO, Caller.AGENT)
        .answers(POSTED)
        .does(call -> post(call, IN_REPLY_TO));
  }

  private static ToolDefinition reply() {
    return ToolDefinition.named("parley_reply", "Reply in a topic")
        .described("Answer one message of a topic, as parley_post with in_reply_to does.")
        .hinting(ToolBehavior.CHANGES)
        .takes(TOPIC, CONTENT, KEY, ANSWERED, Caller.AGENT)
        .answers(POSTED)
        .does(call -> post(call, ANSWERED));
  }

  private static ResultFields post(ToolCall call, Param<MessageId> answered) {
    RoomName topic = call.get(TOPIC);
    Body body = call.get(CONTENT);
    Optional<MessageId> inReplyTo = call.find(answered);
    Optional<IdempotencyKey> key = call.find(KEY);
    DurableTopics topics = call.acting().topics();
    Message posted =
        GuardedSend.toRoom(
            call,
            topic,
            body.text(),
            key.map(IdempotencyKey::value),
            () ->
                key.map(once -> topics.post(topic, body, inReplyTo, once))
                    .orElseGet(() -> topics.post(topic, body, inReplyTo)),
            Message::id);
    return GuardedSend.withSleeping(call, call.agent(), Optional.empty(), POSTED.fields(posted));
  }

  private static ToolDefinition fetchRecent() {
    return ToolDefinition.named("parley_fetch_recent", "Catch up on a topic")
        .described(
            "Read one topic, joined or not, in order: what follows since, all with"
                + " since \"beginning\", or the most recent messages without it. Give"
                + " nextCursor as since the next time, at once while hasMore.")
        .hinting(ToolBehavior.READS)
        .takes(TOPIC, SINCE, LIMIT, BLOCK_MS, Caller.AGENT)
        .answers(PAGE)
        .waits(TopicTools::fetchRecent);
  }

  private static CompletionStage<ResultFields> fetchRecent(ToolCall call) {
    RoomName topic = call.get(TOPIC);
    Optional<Cursor> since = call.find(SINCE);
    PageSize<StoredMessage> size = ToolPaging.size(call, limit(call), MESSAGE);
    Duration wait = call.find(BLOCK_MS).orElse(Duration.ZERO);
    return Waited.then(
        call.acting().topics().awaitRecent(topic, since, size, wait),
        page -> {
          List<Message> read = page.messages().stream().map(StoredMessage::message).toList();
          call.handed(last -> HandedMessages.inRooms(read, last));
          return PAGE.fields(page);
        });
  }

  private static ToolDefinition listUsers() {
    return ToolDefinition.named("parley_list_users", "List users")
        .described(
            "List the agents of this workspace: who is online, in which rooms, last"
                + " seen when.")
        .hinting(ToolBehavior.READS)
        .takes(FILTER, IN, ONLINE, SINCE_MS, USERS)
        .answers(ROSTER)
        .does(TopicTools::listUsers);
  }

  private static ResultFields listUsers(ToolCall call) {
    RosterQuery query = RosterQuery.ALL;
    Optional<String> filter = call.find(FILTER);
    if (filter.isPresent()) {
      query = query.matching(filter.get());
    }
    Optional<RoomName> topic = call.find(IN);
    if (topic.isPresent()) {
      query = query.in(topic.get());
    }
    if (call.get(ONLINE)) {
      query = query.online();
    }
    Optional<Long> since = call.find(SINCE_MS);
    if (since.isPresent()) {
      query = query.seenWithin(Duration.ofMillis(since.get()));
    }
    Optional<Long> limit = call.find(USERS);
    if (limit.isPresent()) {
      query = query.atMost(Math.toIntExact(limit.get()));
    }
    Roster roster = call.connection().presence().roster(query);
    Function<AgentId, Optional<Reach>> reaches =
        call.caller().tests().reaches(call.connection().workspace());
    List<User> users =
        roster.users().stream()
            .map(status -> new User(status, reaches.apply(status.handle())))
            .toList();
    List<User> fitting = ToolPaging.fitting(users, call, USER);
    boolean truncated = roster.truncated() || fitting.size() < users.size();
    return ROSTER.fields(new Users(fitting, truncated));
  }

  /** The most messages a call takes. */
  static int limit(ToolCall call) {
    return call.find(LIMIT).map(Math::toIntExact).orElse(DEFAULT_LIMIT);
  }

  /** The time a call waits, {@code usual} by default; more than the longest wait is that long. */
  static Param<Duration> blockMs(Duration usual) {
    String name = "block_ms";
    return Param.integer(
        name,
        JsonTypes.integer(
            0,
            Inbox.MAX_WAIT.toMillis(),
            "Milliseconds to wait; default " + usual.toMillis() + "."),
        arguments -> arguments.integer(name).map(millis -> wait(name, millis)));
  }

  private static Duration wait(String name, long millis) {
    if (millis < 0) {
      throw InvalidArgument.refusal(name, "it must be 0 or more", Map.of("least", 0));
    }
    return Duration.ofMillis(Math.min(millis, Inbox.MAX_WAIT.toMillis()));
  }

  private static Param<MessageId> inReplyTo(String description) {
    return Param.optional("in_reply_to", MessageId::new, JsonTypes.text(MAX_ID, description));
  }

  private static Map<String, Object> content() {
    Map<String, Object> content =
        JsonTypes.text(Body.MAX_BYTES, "1 to " + Body.MAX_BYTES + " bytes of UTF-8.");
    content.put("minLength", 1);
    return content;
  }
}
