package dev.parley.war.tool;

import dev.parley.agent.Inbox;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.Mentions;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The set {@code bus}: what is said and kept, posted and caught up with from anywhere. */
public final class BusTools {
  private static final String TOPIC = "topic";
  private static final String CONTENT = "content";
  private static final String IN_REPLY_TO = "in_reply_to";
  private static final String SINCE = "since";
  private static final String LIMIT = "limit";
  private static final String BLOCK_MS = "block_ms";
  private static final String MESSAGE_ID = "backendMsgId";
  private static final String SINCES =
      "A nextCursor or cursor of this topic, or \"" + Cursor.BEGINNING_WORD + "\".";
  private static final int DEFAULT_LIMIT = 100;

  /** The length of the id of a message. */
  static final int MAX_ID = 26;

  private static final WholeNumber MESSAGES = new WholeNumber(LIMIT, 1, DurableTopics.MAX_READ);
  private static final WholeNumber USERS = new WholeNumber(LIMIT, 1, RosterQuery.MAX_USERS);
  private static final WholeNumber SINCE_MS =
      new WholeNumber("since_ms", 1, RosterQuery.MAX_SINCE.toMillis());

  static final RecordSchema<StoredMessage> MESSAGE =
      new RecordSchema<StoredMessage>()
          .with(TOPIC, JsonTypes.string(), stored -> stored.message().topic().name())
          .with(
              "senderHandle",
              JsonTypes.string(),
              stored -> stored.message().sender().agent().value())
          .with(CONTENT, JsonTypes.string(), stored -> stored.message().text())
          .with(
              "timestamp", JsonTypes.string(), stored -> Timestamps.iso(stored.message().sentAt()))
          .with(MESSAGE_ID, JsonTypes.string(), stored -> stored.message().id().value())
          .with(
              "cursor",
              JsonTypes.string("As since: what follows it."),
              stored -> stored.cursor().value())
          .with("seq", JsonTypes.integer(), stored -> stored.message().seq())
          .with(
              "mentions",
              JsonTypes.arrayOf(JsonTypes.string()),
              stored -> Mentions.in(stored.message().draft().body()))
          .ifPresent(
              "inReplyTo",
              JsonTypes.string(),
              stored -> stored.message().draft().inReplyTo().map(MessageId::value));

  private static final RecordSchema<AgentStatus> USER =
      new RecordSchema<AgentStatus>()
          .with("handle", JsonTypes.string(), user -> user.handle().value())
          .with("online", JsonTypes.flag(), AgentStatus::online)
          .with(
              "topics",
              JsonTypes.arrayOf(JsonTypes.string("A room it is in, or was in when it left.")),
              user -> user.topics().stream().map(RoomName::value).toList())
          .with(
              "lastSeenMs",
              JsonTypes.integer("Milliseconds since 1970."),
              user -> user.lastSeen().toEpochMilli());

  private BusTools() {}

  /** The tools of the set. */
  public static ToolSet set() {
    return new ToolSet("bus", List.of(post(), reply(), fetchRecent(), listUsers()));
  }

  private static ToolDefinition post() {
    return ToolDefinition.named("parley_post", "Post to a topic")
        .described(
            "Post a new message to a topic: a durable room. It is stored, members receive it, and"
                + " anyone can read it later with parley_fetch_recent. Use it for what must be"
                + " found later and for rooms you did not join; to answer one message, use"
                + " parley_reply. Returns a receipt.")
        .hinting(ToolBehavior.CHANGES)
        .takes(
            postInput()
                .optionally(
                    IN_REPLY_TO,
                    JsonTypes.text(MAX_ID, "The id of the message this answers, if any.")))
        .answers(posted())
        .does(BusTools::post);
  }

  private static ToolDefinition reply() {
    return ToolDefinition.named("parley_reply", "Reply in a topic")
        .described(
            "Answer one message of a topic: posts like parley_post, with the id of that message as"
                + " in_reply_to. Returns a receipt.")
        .hinting(ToolBehavior.CHANGES)
        .takes(
            postInput()
                .optionally(
                    IN_REPLY_TO, JsonTypes.text(MAX_ID, "The id of the message this answers.")))
        .answers(posted())
        .does(BusTools::post);
  }

  private static ObjectSchema postInput() {
    Map<String, Object> content = JsonTypes.string("1 to " + Body.MAX_BYTES + " bytes of UTF-8.");
    content.put("minLength", 1);
    content.put("maxLength", Body.MAX_BYTES);
    return ObjectSchema.object()
        .with(TOPIC, topic())
        .with(CONTENT, content)
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  private static ObjectSchema posted() {
    return ObjectSchema.object()
        .with(MESSAGE_ID, JsonTypes.string())
        .with(TOPIC, JsonTypes.string())
        .with("seq", JsonTypes.integer())
        .with("sentAt", JsonTypes.string());
  }

  private static ResultFields post(Caller caller, Arguments arguments) {
    RoomName topic = arguments.value(TOPIC, RoomName::of);
    Body body = arguments.value(CONTENT, Body::of);
    Optional<MessageId> inReplyTo = arguments.optionalValue(IN_REPLY_TO, MessageId::new);
    DurableTopics bus = caller.connection().topics();
    Message message =
        KeyArgument.in(arguments)
            .map(key -> bus.post(topic, body, inReplyTo, key))
            .orElseGet(() -> bus.post(topic, body, inReplyTo));
    return ResultFields.none()
        .and(MESSAGE_ID, message.id().value())
        .and(TOPIC, topic.value())
        .and("seq", message.seq())
        .and("sentAt", Timestamps.iso(message.sentAt()));
  }

  private static ToolDefinition fetchRecent() {
    return ToolDefinition.named("parley_fetch_recent", "Catch up on a topic")
        .described(
            "Read one topic, joined or not, in order: what follows since, all that is stored with"
                + " since \"beginning\", or the most recent messages without since. Returns"
                + " messages and nextCursor: give it as since the next time, at once while hasMore"
                + " is true. With block_ms it waits for a message if there is none.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .with(TOPIC, topic())
                .optionally(SINCE, JsonTypes.text(256, SINCES))
                .optionally(LIMIT, MESSAGES.schema("Page size; default " + DEFAULT_LIMIT + "."))
                .optionally(BLOCK_MS, blockMs(Duration.ZERO)))
        .answers(
            ObjectSchema.object()
                .with("messages", JsonTypes.arrayOf(MESSAGE.schema()))
                .with("nextCursor", JsonTypes.string())
                .with("hasMore", JsonTypes.flag()))
        .waits(BusTools::fetchRecent);
  }

  private static CompletionStage<ResultFields> fetchRecent(Caller caller, Arguments arguments) {
    RoomName topic = arguments.value(TOPIC, RoomName::of);
    Optional<Cursor> since = arguments.optionalText(SINCE).map(Cursor::of);
    int limit = limit(arguments);
    return Waited.then(
        caller
            .connection()
            .topics()
            .awaitRecent(
                topic,
                since,
                Paging.size(caller, limit, MESSAGE),
                patience(arguments, Duration.ZERO)),
        BusTools::page);
  }

  private static ResultFields page(MessagePage page) {
    return ResultFields.none()
        .and("messages", MESSAGE.ofAll(page.messages()))
        .and("nextCursor", page.next().value())
        .and("hasMore", page.hasMore());
  }

  private static ToolDefinition listUsers() {
    return ToolDefinition.named("parley_list_users", "List users")
        .described(
            "List the agents of this workspace: who is online, in which rooms, last seen when. Use"
                + " it to find out whom you can reach.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .optionally(
                    "filter",
                    JsonTypes.text(
                        RosterQuery.MAX_FILTER,
                        "Pattern of the handle: * any text, ? one character."))
                .optionally(TOPIC, JsonTypes.pattern(RoomName.PATTERN, "Only those in this room."))
                .optionally("online_only", JsonTypes.flag("Only those online."))
                .optionally(
                    "since_ms",
                    SINCE_MS.schema(
                        "Of those offline, those seen in the last so many ms; default: a day."))
                .optionally(
                    LIMIT, USERS.schema("Page size; default " + RosterQuery.ALL.limit() + ".")))
        .answers(
            ObjectSchema.object()
                .with("users", JsonTypes.arrayOf(USER.schema()))
                .with("truncated", JsonTypes.flag()))
        .does(BusTools::listUsers);
  }

  private static ResultFields listUsers(Caller caller, Arguments arguments) {
    RosterQuery query = RosterQuery.ALL;
    Optional<String> filter = arguments.optionalText("filter");
    if (filter.isPresent()) {
      query = query.matching(filter.get());
    }
    Optional<RoomName> topic = arguments.optionalValue(TOPIC, RoomName::of);
    if (topic.isPresent()) {
      query = query.in(topic.get());
    }
    if (arguments.flag("online_only")) {
      query = query.online();
    }
    Optional<Long> since = SINCE_MS.in(arguments);
    if (since.isPresent()) {
      query = query.seenWithin(Duration.ofMillis(since.get()));
    }
    query = query.atMost(USERS.orElse(arguments, query.limit()));
    Roster roster = caller.connection().presence().roster(query);
    List<AgentStatus> fitting = Paging.fitting(roster.users(), caller, USER);
    return ResultFields.none()
        .and("users", USER.ofAll(fitting))
        .and("truncated", roster.truncated() || fitting.size() < roster.users().size());
  }

  /** How many messages a call takes at most; where it says nothing, 100. */
  static int limit(Arguments arguments) {
    return MESSAGES.orElse(arguments, DEFAULT_LIMIT);
  }

  /** How long a call waits; longer than the longest wait is that long. */
  static Duration patience(Arguments arguments, Duration usual) {
    long millis = arguments.integer(BLOCK_MS).orElse(usual.toMillis());
    if (millis < 0) {
      throw InvalidArgument.refusal(BLOCK_MS, "it must be 0 or more", Map.of("least", 0));
    }
    return Duration.ofMillis(Math.min(millis, Inbox.MAX_WAIT.toMillis()));
  }

  /** The argument that says how long to wait, for a schema. */
  static Map<String, Object> blockMs(Duration usual) {
    return JsonTypes.integer(
        0,
        Inbox.MAX_WAIT.toMillis(),
        "Milliseconds to wait if there is nothing; default " + usual.toMillis() + ".");
  }

  private static Map<String, Object> topic() {
    return JsonTypes.pattern(RoomName.PATTERN, "The topic: the name of a room.");
  }
}
