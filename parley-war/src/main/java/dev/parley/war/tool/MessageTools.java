package dev.parley.war.tool;

import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.SessionMessagePage;
import dev.parley.war.wake.HandedMessages;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The messages of a session: send and read. */
final class MessageTools {
  /** The one name that tools of two sets have. */
  static final String SEND = "send_message";

  private static final Param<AgentId> TO =
      Param.optional(
          "to",
          AgentId::of,
          JsonTypes.orNull(
              JsonTypes.pattern(AgentId.PATTERN, "The agent; without it or null: everyone.")));
  private static final Param<String> CONTENT =
      Param.text("content", SessionMessageDraft.MAX_CONTENT, "Text for agents of the session.")
          .asRequired();
  private static final Param<String> THREAD =
      Param.optional(
          "thread_id",
          Function.identity(),
          JsonTypes.pattern(SessionMessageDraft.THREAD_PATTERN, "The conversation it belongs to."));
  private static final Param<Map<String, String>> METADATA =
      Param.texts(
          "metadata",
          JsonTypes.texts(
              SessionMessageDraft.MAX_ENTRIES,
              SessionMessageDraft.MAX_VALUE,
              "Strings, by keys of at most " + SessionMessageDraft.MAX_KEY + " characters."));
  private static final Param<String> KEY =
      Param.text(KeyArgument.NAME, IdempotencyKey.MAX_LENGTH, "Same key: same message.");
  private static final Param<Long> AFTER =
      Param.integer("after_seq", 0, "Only after this seq; default: from the oldest.");

  /** The fields of a session's message in an answer. */
  static final RecordSchema<SessionMessage> MESSAGE =
      new RecordSchema<SessionMessage>()
          .with("id", JsonTypes.string(), message -> message.id().value())
          .with("session_id", JsonTypes.string(), message -> message.session().value())
          .with("from_agent", JsonTypes.string(), message -> message.from().value())
          .unlisted("verified", SessionMessage::isSenderVerified)
          .orNull(
              "to_agent",
              JsonTypes.string("Null: everyone."),
              message -> message.to().map(to -> to.value()))
          .with("content", JsonTypes.string(), message -> message.draft().content())
          .orNull("thread_id", JsonTypes.string(), message -> message.draft().thread())
          .orNull("metadata", JsonTypes.texts(), MessageTools::metadata)
          .with(
              "created_at",
              JsonTypes.integer("Unix seconds."),
              message -> Timestamps.seconds(message.sentAt()))
          .with("seq", JsonTypes.integer(), SessionMessage::seq);

  private static final RecordSchema<SessionMessage> SENT =
      RecordSchema.<SessionMessage>success()
          .with("message_id", JsonTypes.string(), message -> message.id().value())
          .with("message", JsonTypes.object("As get_messages has it."), MESSAGE::of);

  private static final RecordSchema<ToolPaging.Listed> MESSAGES =
      ToolPaging.answer("messages", MESSAGE.schema(), "next_after_seq", JsonTypes.integer());

  private MessageTools() {}

  static List<ToolDefinition> all() {
    return List.of(send(), get());
  }

  private static ToolDefinition send() {
    return ToolDefinition.named(SEND, "Send a message")
        .described(
            "Send a message to one agent of your session (to), or to all of them (without to). It"
                + " is stored; they read it with get_messages. Returns the message with its seq.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, TO, CONTENT, THREAD, METADATA, KEY, GuardedSend.URGENT)
        .answers(SENT)
        .does(MessageTools::send);
  }

  /**
   * Both ways of sending in one tool, for those who have both. Its schema says nothing about which
   * arguments go together but in words: models whose provider sees {@code anyOf} at the top of an
   * input schema lose every tool.
   */
  static ToolDefinition sendToRoomOrSession() {
    return ToolDefinition.named(SEND, "Send a message")
        .described(
            "Send a message: to everyone else in a room you joined (room and body), or to your"
                + " session (content, with to for one agent, without to for all), where it is read"
                + " with get_messages. Returns a receipt. To post without"
                + " joining, or to keep the message, use parley_post of the set bus.")
        .hinting(ToolBehavior.CHANGES)
        .takes(
            RoomTools.ROOM.asOptional(),
            RoomTools.BODY.asOptional(),
            KEY,
            Caller.AGENT,
            TO,
            CONTENT.asOptional(),
            THREAD,
            METADATA,
            GuardedSend.URGENT)
        .answers(ObjectSchema.anyOrRefusal(List.of(RoomTools.RECEIPT.answer(), SENT.answer())))
        .does(call -> isForARoom(call) ? sendToRoom(call) : sendToSession(call));
  }

  private static boolean isForARoom(ToolCall call) {
    return call.isFilled(RoomTools.ROOM) || call.isFilled(RoomTools.BODY);
  }

  private static ResultFields sendToRoom(ToolCall call) {
    for (Param<?> ofTheSession : List.of(CONTENT, TO, THREAD, METADATA)) {
      if (call.isFilled(ofTheSession)) {
        throw InvalidArgument.refusal(
            ofTheSession.name(),
            "leave it out to speak in a room, with 'room' and 'body'; or leave those out to speak"
                + " in the session, with 'content'");
      }
    }
    return RoomTools.send(call);
  }

  private static ResultFields sendToSession(ToolCall call) {
    boolean empty = !call.isFilled(CONTENT);
    if (empty && (!call.has(CONTENT) || call.has(RoomTools.ROOM) || call.has(RoomTools.BODY))) {
      throw InvalidArgument.refusal(
          CONTENT.name(),
          "nothing is said; give 'room' and 'body' to speak in a room, or 'content', with 'to' for"
              + " one agent, to speak in the session");
    }
    return send(call);
  }

  private static ResultFields send(ToolCall call) {
    call.caller().grant().check(List.of(Scope.TEAM_WRITE));
    SessionMessageDraft draft =
        new SessionMessageDraft(
            call.find(TO),
            call.get(CONTENT),
            call.find(THREAD),
            call.get(METADATA),
            call.find(KEY).filter(key -> !key.isEmpty()));
    SessionMessage sent =
        GuardedSend.toAgent(
            call,
            draft.to(),
            draft.content(),
            draft.idempotencyKey(),
            () -> call.session().messages().send(draft),
            SessionMessage::id);
    return GuardedSend.withSleeping(call, sent.from(), draft.to(), SENT.fields(sent));
  }

  private static ToolDefinition get() {
    return ToolDefinition.named("get_messages", "Read messages")
        .described(
            "Read the messages of your session by others, to you or to all, with verdicts and"
                + " assignments, in order. To wait, use wait_for_messages of the set inbox; for a"
                + " topic, parley_fetch_recent of the set bus. Give the largest seq you saw as"
                + " after_seq the next time, at once while truncated.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, AFTER, ToolPaging.LIMIT)
        .answers(MESSAGES)
        .refusesWith("messages", List.of())
        .does(
            call -> {
              long after = call.find(AFTER).orElse(0L);
              SessionMessagePage page =
                  call.session()
                      .messages()
                      .after(after, ToolPaging.size(call, ToolPaging.limit(call), MESSAGE));
              List<SessionMessage> messages = page.messages();
              call.handed(last -> HandedMessages.inSession(messages, last));
              return MESSAGES.fields(
                  ToolPaging.listed(
                      messages, MESSAGE.ofAll(messages), page.hasMore(), SessionMessage::seq));
            });
  }

  private static Optional<Map<String, String>> metadata(SessionMessage message) {
    return Optional.of(message.draft().metadata()).filter(entries -> !entries.isEmpty());
  }
}
