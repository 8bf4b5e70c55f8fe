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
      "A nextCursor or cursor of this topic, or \""
          + Cursor.BEGINNING_WORD
          + "\" for the oldest message that is kept.";
  private static final int DEFAULT_LIMIT = 100;

  /** The length of the id of a message. */
  static final int MAX_ID = 26;

  private static final WholeNumber MESSAGES = new WholeNumber(LIMIT, 1, DurableTopics.MAX_READ);
  private static final WholeNumber USERS = new WholeNumber(LIMIT, 1, RosterQuery.MAX_USERS);
  private static final WholeNumber SINCE_MS =
      new WholeNumber("since_ms", 1, RosterQuery.MAX_SINCE.toMillis());

  static final RecordSchema<StoredMessage> MESSAGE =
      new RecordSchema<StoredMessage>()
          .with(
              TOPIC,
              JsonTypes.string("The room it was said in."),
              stored -> stored.message().topic().name())
          .with(
              "senderHandle",
              JsonTypes.string("The agent who said it."),
              stored -> stored.message().sender().agent().value())
          .with(CONTENT, JsonTypes.string("What was said."), stored -> stored.message().text())
          .with(
              "timestamp",
              JsonTypes.string("When the server took it, ISO-8601 in UTC; no order."),
              stored -> Timestamps.iso(stored.message().sentAt()))
          .with(
              MESSAGE_ID,
              JsonTypes.string("Its id, the same on every delivery."),
              stored -> stored.message().id().value())
          .with(
              "cursor",
              JsonTypes.string("The place right after it."),
              stored -> stored.cursor().value())
          .with(
              "seq",
              JsonTypes.integer("Its position in the room."),
              stored -> stored.message().seq())
          .with(
              "mentions",
              JsonTypes.arrayOf(JsonTypes.string("A name after an @.")),
              stored -> Mentions.in(stored.message().draft().body()))
          .ifPresent(
              "inReplyTo",
              JsonTypes.string("The id of the message it answers."),
              stored -> stored.message().draft().inReplyTo().map(MessageId::value));

  private static final RecordSchema<AgentStatus> USER =
      new RecordSchema<AgentStatus>()
          .with("handle", JsonTypes.string("The agent's id."), user -> user.handle().value())
          .with("online", JsonTypes.flag("Whether it is connected."), AgentStatus::online)
          .with(
              "topics",
              JsonTypes.arrayOf(JsonTypes.string("A room it is in, or was in when it left.")),
              user -> user.topics().stream().map(RoomName::value).toList())
          .with(
              "lastSeenMs",
              JsonTypes.integer("When it was last seen, in milliseconds since 1970."),
              user -> user.lastSeen().toEpochMilli());

  private BusTools() {}

  /** The tools of the set. */
  public static ToolSet set() {
    return new ToolSet("bus", List.of(post(), reply(), fetchRecent(), listUsers()));
  }

  private static ToolDefinition post() {
    return ToolDefinition.named("parley_post", "Post to a topic")
        .described(
            "Post a message to a topic, which is a durable room: it is kept, its members get it,"
                + " and anybody can read it later. Use it for what has to be found later, and for"
                + " rooms you did not join. The result is your receipt; your own message never"
                + " comes back to you.")
        .hinting(ToolBehavior.CHANGES)
        .takes(
            postInput()
                .optionally(
                    IN_REPLY_TO,
                    JsonTypes.text(MAX_ID, "The id of a message this one answers, if any.")))
        .answers(posted())
        .does(BusTools::post);
  }

  private static ToolDefinition reply() {
    return ToolDefinition.named("parley_reply", "Reply in a topic")
        .described(
            "Answer one message of a topic, whichever way you got it. It is posted there as by"
                + " parley_post; give the id of the message as in_reply_to, so that others see what"
                + " it answers.")
        .hinting(ToolBehavior.CHANGES)
        .takes(
            postInput()
                .optionally(
                    IN_REPLY_TO, JsonTypes.text(MAX_ID, "The id of the message this answers.")))
        .answers(posted())
        .does(BusTools::post);
  }

  private static ObjectSchema postInput() {
    Map<String, Object> content =
        JsonTypes.string("What to say: 1 to " + Body.MAX_BYTES + " bytes of UTF-8.");
    content.put("minLength", 1);
    content.put("maxLength", Body.MAX_BYTES);
    return ObjectSchema.object()
        .with(TOPIC, topic())
        .with(CONTENT, content)
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  private static ObjectSchema posted() {
    return ObjectSchema.object()
        .with(MESSAGE_ID, JsonTypes.string("Its id."))
        .with(TOPIC, JsonTypes.string("Where it stands."))
        .with("seq", JsonTypes.integer("Its position there."))
        .with("sentAt", JsonTypes.string("When the server took it, ISO-8601 in UTC."));
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
            "Read a topic, joined or not, in order: what follows the cursor 'since', all that is"
                + " kept where since is \"beginning\", or the most recent messages where it is left"
                + " out. Remember nextCursor and give it as since the next time; call again at once"
                + " while hasMore is true. With block_ms, where there is no message, the call waits"
                + " up to that long for one.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .with(TOPIC, topic())
                .optionally(SINCE, JsonTypes.text(256, SINCES))
                .optionally(
                    LIMIT,
                    MESSAGES.schema(
                        "The most messages to return; left out, " + DEFAULT_LIMIT + "."))
                .optionally(BLOCK_MS, blockMs("0: not at all.")))
        .answers(
            ObjectSchema.object()
                .with("messages", JsonTypes.arrayOf(MESSAGE.schema()))
                .with("nextCursor", JsonTypes.string("Where to go on from."))
                .with("hasMore", JsonTypes.flag("Whether more can be read at once.")))
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
            "List the agents of this workspace, whether or not they ever said anything: who is"
                + " online, in which rooms, and when each was last seen. Use it to find out whom"
                + " you can reach before you hand something over.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .optionally(
                    "filter",
                    JsonTypes.text(
                        RosterQuery.MAX_FILTER,
                        "What the handle looks like: * is anything, ? one character."))
                .optionally(TOPIC, JsonTypes.pattern(RoomName.PATTERN, "Only those in this room."))
                .optionally("online_only", JsonTypes.flag("Leave out those who are gone."))
                .optionally(
                    "since_ms",
                    SINCE_MS.schema(
                        "How long ago those who are gone may have been seen, in milliseconds; left"
                            + " out, a day."))
                .optionally(
                    LIMIT,
                    USERS.schema(
                        "The most users to return; left out, " + RosterQuery.ALL.limit() + ".")))
        .answers(
            ObjectSchema.object()
                .with("users", JsonTypes.arrayOf(USER.schema()))
                .with("truncated", JsonTypes.flag("Whether there may be more.")))
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
  static Map<String, Object> blockMs(String leftOut) {
    return JsonTypes.integer(
        0,
        Inbox.MAX_WAIT.toMillis(),
        "How long to wait where there is nothing, in milliseconds; more counts as the maximum. Left"
            + " out, "
            + leftOut);
  }

  private static Map<String, Object> topic() {
    return JsonTypes.pattern(RoomName.PATTERN, "The topic: a room's name, for example planning.");
  }
}
