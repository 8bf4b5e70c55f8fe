package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.SessionMessagePage;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the agents of a session say to each other: send and read. */
final class MessageTools {
  private static final String TO = "to";
  private static final String CONTENT = "content";
  private static final String THREAD = "thread_id";
  private static final String METADATA = "metadata";

  /** A message of a session, as it is told. */
  static final RecordSchema<SessionMessage> MESSAGE =
      new RecordSchema<SessionMessage>()
          .with("id", JsonTypes.string(), message -> message.id().value())
          .with("session_id", JsonTypes.string(), message -> message.session().value())
          .with("from_agent", JsonTypes.string(), message -> message.from().value())
          .orNull(
              "to_agent",
              JsonTypes.string("Null: everyone."),
              message -> message.to().map(to -> to.value()))
          .with(CONTENT, JsonTypes.string(), message -> message.draft().content())
          .orNull(THREAD, JsonTypes.string(), message -> message.draft().thread())
          .orNull(METADATA, JsonTypes.texts(), MessageTools::metadata)
          .with(
              "created_at",
              JsonTypes.integer("Seconds since 1970."),
              message -> Timestamps.seconds(message.sentAt()))
          .with("seq", JsonTypes.integer(), SessionMessage::seq);

  private MessageTools() {}

  static List<ToolDefinition> all() {
    return List.of(send(), get());
  }

  private static ToolDefinition send() {
    return ToolDefinition.named("send_message", "Send a message")
        .described(
            "Send a message to one agent of your session (to), or to all of them (without to). It"
                + " is stored; they read it with get_messages. Returns the message with its seq.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(sendInput())
        .answers(sendAnswer())
        .does(MessageTools::send);
  }

  /**
   * Both ways of sending in one tool, for those who have both. Its schema says nothing about which
   * arguments go together but in words: models whose provider sees {@code anyOf} at the top of an
   * input schema lose every tool.
   */
  static ToolDefinition sendToRoomOrSession() {
    return ToolDefinition.named("send_message", "Send a message")
        .described(
            "Send a message: to everyone else in a room you joined (room and body), or to your"
                + " session (content, with to for one agent, without to for all), where it is read"
                + " with get_messages. Returns a receipt; your own message is not sent back to you."
                + " To post to a room without joining, or to keep the message, use parley_post of"
                + " the set bus.")
        .hinting(ToolBehavior.CHANGES)
        .takes(ObjectSchema.object().orThoseOf(RoomTools.sendInput()).orThoseOf(sendInput()))
        .answers(ObjectSchema.anyOrRefusal(List.of(RoomTools.sendAnswer(), sendAnswer())))
        .does(
            (caller, arguments) ->
                isForARoom(arguments)
                    ? sendToRoom(caller, arguments)
                    : sendToSession(caller, arguments));
  }

  private static boolean isForARoom(Arguments arguments) {
    return arguments.isFilled(RoomTools.ROOM) || arguments.isFilled(RoomTools.BODY);
  }

  private static ResultFields sendToRoom(Caller caller, Arguments arguments) {
    for (String ofTheSession : List.of(CONTENT, TO, THREAD, METADATA)) {
      if (arguments.isFilled(ofTheSession)) {
        throw InvalidArgument.refusal(
            ofTheSession,
            "leave it out to speak in a room, with 'room' and 'body'; or leave those out to speak"
                + " in the session, with 'content'");
      }
    }
    AgentId agent = caller.agent(arguments);
    if (!agent.equals(caller.connection().agent())) {
      throw InvalidArgument.refusal(
          Caller.AGENT_ID,
          "leave it out to speak in a room: this connection does so as "
              + caller.connection().agent().value());
    }
    return RoomTools.send(caller, arguments);
  }

  private static ResultFields sendToSession(Caller caller, Arguments arguments) {
    boolean empty = !arguments.isFilled(CONTENT);
    if (empty && (!arguments.hasAny(CONTENT) || arguments.hasAny(RoomTools.ROOM, RoomTools.BODY))) {
      throw InvalidArgument.refusal(
          CONTENT,
          "nothing is said; give 'room' and 'body' to speak in a room, or 'content', with 'to' for"
              + " one agent, to speak in the session");
    }
    return send(caller, arguments);
  }

  private static ObjectSchema sendInput() {
    return Caller.named(ObjectSchema.object())
        .optionally(
            TO,
            JsonTypes.orNull(
                AgentName.schema(
                    "The agent it is for; left out or null: everyone in the session.")))
        .with(
            CONTENT,
            JsonTypes.text(SessionMessageDraft.MAX_CONTENT, "Text for agents of the session."))
        .optionally(
            THREAD,
            JsonTypes.pattern(
                SessionMessageDraft.THREAD_PATTERN, "The conversation it belongs to."))
        .optionally(METADATA, metadata())
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  private static ObjectSchema sendAnswer() {
    return ObjectSchema.success()
        .with("message_id", JsonTypes.string())
        .with("message", JsonTypes.object("As get_messages has it."));
  }

  private static ResultFields send(Caller caller, Arguments arguments) {
    SessionMessageDraft draft =
        new SessionMessageDraft(
            arguments.optionalValue(TO, AgentName::of),
            arguments.text(CONTENT),
            arguments.optionalText(THREAD),
            arguments.texts(METADATA),
            arguments.optionalText(KeyArgument.NAME).filter(key -> !key.isEmpty()));
    SessionMessage sent = caller.session(arguments).messages().send(draft);
    return ResultFields.success()
        .and("message_id", sent.id().value())
        .and("message", MESSAGE.of(sent));
  }

  private static ToolDefinition get() {
    return ToolDefinition.named("get_messages", "Read messages")
        .described(
            "Read the messages of your session by others, to you or to all, in order. Returns at"
                + " once; to wait, use wait_for_messages of the set inbox; for a topic,"
                + " parley_fetch_recent of the set bus. Give the largest seq you saw as after_seq"
                + " the next time, at once while truncated is true.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .optionally(
                    "after_seq",
                    JsonTypes.integer(0, "Only messages after this seq; default: from the oldest."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            ObjectSchema.success()
                .with("messages", JsonTypes.arrayOf(MESSAGE.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally("next_after_seq", JsonTypes.integer()))
        .refusesWith("messages", List.of())
        .does(
            (caller, arguments) -> {
              long after = arguments.integer("after_seq").orElse(0L);
              SessionMessagePage page =
                  caller
                      .session(arguments)
                      .messages()
                      .after(after, Paging.size(caller, Paging.limit(arguments), MESSAGE));
              List<SessionMessage> messages = page.messages();
              return Paging.more(
                  ResultFields.success().and("messages", MESSAGE.ofAll(messages)),
                  page.hasMore(),
                  "next_after_seq",
                  messages,
                  SessionMessage::seq);
            });
  }

  private static Map<String, Object> metadata() {
    return JsonTypes.texts(
        SessionMessageDraft.MAX_ENTRIES,
        SessionMessageDraft.MAX_VALUE,
        "Strings, by keys of at most " + SessionMessageDraft.MAX_KEY + " characters.");
  }

  private static Optional<Map<String, String>> metadata(SessionMessage message) {
    return Optional.of(message.draft().metadata()).filter(entries -> !entries.isEmpty());
  }
}
