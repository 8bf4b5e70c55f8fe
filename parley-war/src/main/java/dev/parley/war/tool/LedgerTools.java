package dev.parley.war.tool;

import dev.parley.message.Delivery;
import dev.parley.message.Recipient;
import dev.parley.room.RoomName;
import dev.parley.session.Session;
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

  private static final Row<Recipient> RECIPIENT =
      new Row<Recipient>()
          .with("agent", Property.string("An agent it is for."), to -> to.agent().value())
          .with(
              "offered",
              Property.arrayOf(
                  Property.string(
                      "How it was handed over: push, poll (a call that waits) or read.")),
              LedgerTools::ways)
          .with(
              "seen",
              Property.flag("Whether the agent acknowledged it, or read on from after it."),
              Recipient::seen);

  private LedgerTools() {}

  static List<HubTool> all() {
    return List.of(acknowledge(), status());
  }

  private static HubTool acknowledge() {
    return HubTool.named("ack_messages", "Acknowledge messages")
        .described(
            "Say that you have seen everything up to a position, in a durable room ('room') or,"
                + " without it, in your session. From then on, joining that room gives you again"
                + " what you have not acknowledged; senders can ask for it with message_status.")
        .hinting(Hints.CHANGES_ONCE)
        .takes(place("The largest seq you have seen."))
        .answers(
            placed(Schema.success())
                .with(SEQ, Property.integer("The position you acknowledged up to.")))
        .does(LedgerTools::acknowledge);
  }

  private static Fields acknowledge(Caller caller, Arguments arguments) {
    long seq = seq(arguments);
    Optional<RoomName> room = arguments.optionalValue(ROOM, RoomName::of);
    if (room.isPresent()) {
      caller.connection().bus().acknowledge(room.get(), seq);
      return Fields.success().and(ROOM, room.get().value()).and(SEQ, seq);
    }
    Session session = caller.session(arguments);
    session.messages().acknowledge(seq);
    return Fields.success().and(SESSION_ID, session.id().value()).and(SEQ, seq);
  }

  private static HubTool status() {
    return HubTool.named("message_status", "Ask where a message is")
        .described(
            "Ask how far a message has got with each agent it is for: handed over or not yet, by"
                + " which way, and whether the agent has seen it. Give the 'seq' of your receipt"
                + " with its 'room', which has to be durable; without a room it is a message of"
                + " your session.")
        .hinting(Hints.READS)
        .takes(place("The position of the message, as its receipt has it."))
        .answers(
            placed(Schema.success())
                .with(SEQ, Property.integer("The position of the message."))
                .with(MESSAGE_ID, Property.string("Its id."))
                .with("recipients", Property.arrayOf(RECIPIENT.schema())))
        .does(LedgerTools::status);
  }

  private static Fields status(Caller caller, Arguments arguments) {
    long seq = seq(arguments);
    Optional<RoomName> room = arguments.optionalValue(ROOM, RoomName::of);
    if (room.isPresent()) {
      Delivery delivery = caller.connection().bus().status(room.get(), seq);
      return told(Fields.success().and(ROOM, room.get().value()), delivery);
    }
    Session session = caller.session(arguments);
    Delivery delivery = session.messages().status(seq);
    return told(Fields.success().and(SESSION_ID, session.id().value()), delivery);
  }

  private static Fields told(Fields fields, Delivery delivery) {
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

  private static Schema place(String seq) {
    return Caller.named(Schema.object())
        .optionally(
            ROOM,
            Property.pattern(
                RoomName.PATTERN, "The durable room; left out, it is about your session."))
        .with(SEQ, Property.integer(1, seq));
  }

  private static Schema placed(Schema answer) {
    return answer
        .optionally(ROOM, Property.string("The room it is about."))
        .optionally(SESSION_ID, Property.string("Or the session."));
  }
}
