package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.SessionDraft;
import dev.parley.session.SessionMessage;
import dev.parley.session.SessionMessagePage;
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
  static final Row<SessionMessage> MESSAGE =
      new Row<SessionMessage>()
          .with("id", Property.string("Its id."), message -> message.id().value())
          .with(
              "session_id",
              Property.string("The session it was said in."),
              message -> message.session().value())
          .with("from_agent", Property.string("Who said it."), message -> message.from().value())
          .orNull(
              "to_agent",
              Property.string("Whom it was said to; null for everyone."),
              message -> message.to().map(to -> to.value()))
          .with(CONTENT, Property.string("What was said."), message -> message.draft().content())
          .orNull(
              THREAD,
              Property.string("The conversation it belongs to."),
              message -> message.draft().thread())
          .orNull(METADATA, metadata(), MessageTools::metadata)
          .with(
              "created_at",
              Property.integer("When, in seconds since 1970."),
              message -> Times.seconds(message.sentAt()))
          .with("seq", Property.integer("Its position in the session."), SessionMessage::seq);

  private MessageTools() {}

  static List<HubTool> all() {
    return List.of(send(), get());
  }

  private static HubTool send() {
    return HubTool.named("send_message", "Send a message")
        .described(
            "Send a message to one agent of the session, or to all of them where 'to' is left out."
                + " It is kept; they read it with get_messages.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(sendInput())
        .answers(sendAnswer())
        .does(MessageTools::send);
  }

  /**
   * Both ways of sending in one tool, for those who have both. Its schema says nothing about which
   * arguments go together but in words: models whose provider sees {@code anyOf} at the top of an
   * input schema lose every tool.
   */
  static HubTool sendToRoomOrSession() {
    return HubTool.named("send_message", "Send a message")
        .described(
            "Send a message, in one of two ways. To everyone else in a room you joined: 'room' and"
                + " 'body'. To agents of your session, who read it with get_messages: 'content',"
                + " with 'to' for one of them, without for all. The result is your receipt; your"
                + " own message never comes back to you. Use it when the person asks you to or a"
                + " message needs an answer, not for courtesies.")
        .hinting(Hints.CHANGES)
        .takes(Schema.object().orThoseOf(RoomTools.sendInput()).orThoseOf(sendInput()))
        .answers(Schema.anyOrRefusal(List.of(RoomTools.sendAnswer(), sendAnswer())))
        .does(
            (caller, arguments) ->
                isForARoom(arguments)
                    ? sendToRoom(caller, arguments)
                    : sendToSession(caller, arguments));
  }

  private static boolean isForARoom(Arguments arguments) {
    return arguments.isFilled(RoomTools.ROOM) || arguments.isFilled(RoomTools.BODY);
  }

  private static Fields sendToRoom(Caller caller, Arguments arguments) {
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

  private static Fields sendToSession(Caller caller, Arguments arguments) {
    boolean empty = !arguments.isFilled(CONTENT);
    if (empty && (!arguments.hasAny(CONTENT) || arguments.hasAny(RoomTools.ROOM, RoomTools.BODY))) {
      throw InvalidArgument.refusal(
          CONTENT,
          "nothing is said; give 'room' and 'body' to speak in a room, or 'content', with 'to' for"
              + " one agent, to speak in the session");
    }
    return send(caller, arguments);
  }

  private static Schema sendInput() {
    return Caller.named(Schema.object())
        .optionally(
            TO,
            Property.orNull(
                AgentName.schema("The agent it is for; left out or null, all of the session.")))
        .with(
            CONTENT,
            Property.text(SessionDraft.MAX_CONTENT, "What to say to agents of the session."))
        .optionally(
            THREAD,
            Property.pattern(SessionDraft.THREAD_PATTERN, "The conversation it belongs to."))
        .optionally(METADATA, metadata())
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  private static Schema sendAnswer() {
    return Schema.success()
        .with("message_id", Property.string("Its id."))
        .with("message", MESSAGE.schema());
  }

  private static Fields send(Caller caller, Arguments arguments) {
    SessionDraft draft =
        new SessionDraft(
            arguments.optionalValue(TO, AgentName::of),
            arguments.text(CONTENT),
            arguments.optionalText(THREAD),
            arguments.texts(METADATA),
            arguments.optionalText(KeyArgument.NAME).filter(key -> !key.isEmpty()));
    SessionMessage sent = caller.session(arguments).messages().send(draft);
    return Fields.success().and("message_id", sent.id().value()).and("message", MESSAGE.of(sent));
  }

  private static HubTool get() {
    return HubTool.named("get_messages", "Read messages")
        .described(
            "Read, in order, what was said to you or to everyone in the session by others. Remember"
                + " the largest seq you saw and give it as after_seq the next time; call again at"
                + " once while truncated is true.")
        .hinting(Hints.READS)
        .takesAtLeast(
            Caller.named(Schema.object())
                .optionally(
                    "after_seq",
                    Property.integer(
                        0, "Read what stands after this position; left out, from the oldest on."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            Schema.success()
                .with("messages", Property.arrayOf(MESSAGE.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally(
                    "next_after_seq",
                    Property.integer("Where more follow: give this as after_seq to go on.")))
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
                  Fields.success().and("messages", MESSAGE.ofAll(messages)),
                  page.hasMore(),
                  "next_after_seq",
                  messages,
                  SessionMessage::seq);
            });
  }

  private static Map<String, Object> metadata() {
    return Property.texts(
        SessionDraft.MAX_ENTRIES,
        SessionDraft.MAX_VALUE,
        "What else there is to know: strings by names of at most "
            + SessionDraft.MAX_KEY
            + " characters.");
  }

  private static Optional<Map<String, String>> metadata(SessionMessage message) {
    return Optional.of(message.draft().metadata()).filter(entries -> !entries.isEmpty());
  }
}
