package dev.parley.war.tool;

import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.DeliveryStatus;
import dev.parley.message.Recipient;
import dev.parley.session.Session;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The way of a message: agents acknowledge it, its sender asks how far it has got. */
final class AcknowledgementTools {
  private static final Param<RoomName> ROOM =
      Param.optional(
          "room",
          RoomName::of,
          JsonTypes.pattern(RoomName.PATTERN, "A durable room; default: your session."));
  private static final Param<Long> SEEN = seq("The largest seq you have seen.");
  private static final Param<Long> SEQ = seq("The seq of the message, from its receipt.");

  private static final RecordSchema<Recipient> RECIPIENT =
      new RecordSchema<Recipient>()
          .with("agent", JsonTypes.string(), to -> to.agent().value())
          .with(
              "offered",
              JsonTypes.arrayOf(JsonTypes.string("push, poll, read or hook.")),
              AcknowledgementTools::ways)
          .with("seen", JsonTypes.flag("Acknowledged, or read past."), Recipient::seen)
          .with("answered", JsonTypes.flag(), Recipient::answered);

  private record Seen(Optional<RoomName> room, Optional<SessionId> session, long seq) {}

  private static final RecordSchema<Seen> ACKNOWLEDGED =
      RecordSchema.<Seen>success()
          .ifPresent("room", JsonTypes.string(), seen -> seen.room().map(RoomName::value))
          .ifPresent("session_id", JsonTypes.string(), seen -> seen.session().map(SessionId::value))
          .with("seq", JsonTypes.integer(), Seen::seq);

  private record Located(
      Optional<RoomName> room, Optional<SessionId> session, DeliveryStatus delivery) {}

  private static final RecordSchema<Located> STATUS =
      RecordSchema.<Located>success()
          .ifPresent("room", JsonTypes.string(), located -> located.room().map(RoomName::value))
          .ifPresent(
              "session_id", JsonTypes.string(), located -> located.session().map(SessionId::value))
          .with("seq", JsonTypes.integer(), located -> located.delivery().seq())
          .with("messageId", JsonTypes.string(), located -> located.delivery().id().value())
          .with(
              "recipients",
              JsonTypes.arrayOf(RECIPIENT.schema()),
              located -> RECIPIENT.ofAll(located.delivery().recipients()));

  private AcknowledgementTools() {}

  static List<ToolDefinition> all() {
    return List.of(acknowledge(), status());
  }

  private static ToolDefinition acknowledge() {
    return ToolDefinition.named("ack_messages", "Acknowledge messages")
        .described(
            "Confirm that you have seen everything up to seq: in a durable room you"
                + " are in or have read, or without room in your session. After that,"
                + " what you have not confirmed in the room comes again each time you"
                + " join it.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(Caller.AGENT, ROOM, SEEN)
        .answers(ACKNOWLEDGED)
        .does(AcknowledgementTools::acknowledge);
  }

  private static ResultFields acknowledge(ToolCall call) {
    long seq = call.get(SEEN);
    Optional<RoomName> room = call.find(ROOM);
    if (room.isPresent()) {
      call.acting().topics().acknowledge(room.get(), seq);
      return ACKNOWLEDGED.fields(new Seen(room, Optional.empty(), seq));
    }
    Session session = call.session();
    session.messages().acknowledge(seq);
    return ACKNOWLEDGED.fields(new Seen(room, Optional.of(session.id()), seq));
  }

  private static ToolDefinition status() {
    return ToolDefinition.named("message_status", "Ask where a message is")
        .described(
            "Return for each recipient of a message how it was offered, and if it"
                + " was seen and answered. A direct message is shown to its sender and"
                + " recipient only.")
        .hinting(ToolBehavior.READS)
        .takes(Caller.AGENT, ROOM, SEQ)
        .answers(STATUS)
        .does(AcknowledgementTools::status);
  }

  private static ResultFields status(ToolCall call) {
    long seq = call.get(SEQ);
    Optional<RoomName> room = call.find(ROOM);
    if (room.isPresent()) {
      DeliveryStatus delivery =
          call.opened().orElseGet(call::connection).topics().status(room.get(), seq);
      return STATUS.fields(new Located(room, Optional.empty(), delivery));
    }
    Session session = call.session();
    DeliveryStatus delivery = session.messages().status(seq);
    return STATUS.fields(new Located(room, Optional.of(session.id()), delivery));
  }

  private static List<String> ways(Recipient recipient) {
    return recipient.offered().stream()
        .sorted(Comparator.naturalOrder())
        .map(way -> way.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Param<Long> seq(String description) {
    return Param.integer("seq", 1, description).asRequired();
  }
}
