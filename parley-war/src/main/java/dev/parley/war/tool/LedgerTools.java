package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.message.DeliveryStatus;
import dev.parley.message.Recipient;
import dev.parley.problem.InvalidArgument;
import dev.parley.session.Session;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where messages are: what an agent says it has seen, and what a sender is told of that. */
final class LedgerTools {
  private static final String ROOM = "room";
  private static final String SESSION_ID = "session_id";
  private static final String SEQ = "seq";
  private static final String MESSAGE_ID = "messageId";

  private static final RecordSchema<Recipient> RECIPIENT =
      new RecordSchema<Recipient>()
          .with("agent", JsonTypes.string(), to -> to.agent().value())
          .with(
              "offered",
              JsonTypes.arrayOf(JsonTypes.string("push, poll (a call that waited) or read.")),
              LedgerTools::ways)
          .with("seen", JsonTypes.flag("Acknowledged, or read past."), Recipient::seen);

  private LedgerTools() {}

  static List<ToolDefinition> all() {
    return List.of(acknowledge(), status());
  }

  private static ToolDefinition acknowledge() {
    return ToolDefinition.named("ack_messages", "Acknowledge messages")
        .described(
            "Confirm that you have seen everything up to seq: in a durable room you are in or have"
                + " read, or without room in your session. After that, what you have not confirmed"
                + " in the room comes again each time you join it. Senders see it with"
                + " message_status.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(place("The largest seq you have seen."))
        .answers(placed(ObjectSchema.success()).with(SEQ, JsonTypes.integer()))
        .does(LedgerTools::acknowledge);
  }

  private static ResultFields acknowledge(Caller caller, Arguments arguments) {
    long seq = seq(arguments);
    Optional<RoomName> room = arguments.optionalValue(ROOM, RoomName::of);
    if (room.isPresent()) {
      refuseForAnother(caller, arguments);
      caller.connection().topics().acknowledge(room.get(), seq);
      return ResultFields.success().and(ROOM, room.get().value()).and(SEQ, seq);
    }
    Session session = caller.session(arguments);
    session.messages().acknowledge(seq);
    return ResultFields.success().and(SESSION_ID, session.id().value()).and(SEQ, seq);
  }

  /** Rooms belong to connections, so nobody acknowledges there for somebody else. */
  private static void refuseForAnother(Caller caller, Arguments arguments) {
    AgentId own = caller.connection().agent();
    if (!caller.agent(arguments).equals(own)) {
      throw InvalidArgument.refusal(
          Caller.AGENT_ID,
          "in a room you acknowledge as the agent of your connection, '" + own + "'; leave it out");
    }
  }

  private static ToolDefinition status() {
    return ToolDefinition.named("message_status", "Ask where a message is")
        .described(
            "Return, for each recipient of a message, how it was offered and if it was seen. Give"
                + " the seq of your receipt, and its room (durable), or no room for a message of"
                + " your session. A direct message is shown to its sender and recipient only.")
        .hinting(ToolBehavior.READS)
        .takes(place("The seq of the message, from its receipt."))
        .answers(
            placed(ObjectSchema.success())
                .with(SEQ, JsonTypes.integer())
                .with(MESSAGE_ID, JsonTypes.string())
                .with("recipients", JsonTypes.arrayOf(RECIPIENT.schema())))
        .does(LedgerTools::status);
  }

  private static ResultFields status(Caller caller, Arguments arguments) {
    long seq = seq(arguments);
    Optional<RoomName> room = arguments.optionalValue(ROOM, RoomName::of);
    if (room.isPresent()) {
      DeliveryStatus delivery = caller.connection().topics().status(room.get(), seq);
      return told(ResultFields.success().and(ROOM, room.get().value()), delivery);
    }
    Session session = caller.session(arguments);
    DeliveryStatus delivery = session.messages().status(seq);
    return told(ResultFields.success().and(SESSION_ID, session.id().value()), delivery);
  }

  private static ResultFields told(ResultFields fields, DeliveryStatus delivery) {
    return fields
        .and(SEQ, delivery.seq())
        .and(MESSAGE_ID, delivery.id().value())
        .and("recipients", RECIPIENT.ofAll(delivery.recipients()));
  }

  private static List<String> ways(Recipient recipient) {
    return recipient.offered().stream()
        .sorted(Comparator.naturalOrder())
        .map(way -> way.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static long seq(Arguments arguments) {
    return arguments.wholeNumber(SEQ);
  }

  private static ObjectSchema place(String seq) {
    return Caller.named(ObjectSchema.object())
        .optionally(
            ROOM, JsonTypes.pattern(RoomName.PATTERN, "The durable room; left out: your session."))
        .with(SEQ, JsonTypes.integer(1, seq));
  }

  private static ObjectSchema placed(ObjectSchema answer) {
    return answer.optionally(ROOM, JsonTypes.string()).optionally(SESSION_ID, JsonTypes.string());
  }
}
