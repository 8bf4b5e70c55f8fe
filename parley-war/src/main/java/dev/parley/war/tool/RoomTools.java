package dev.parley.war.tool;

import dev.parley.id.Nickname;
import dev.parley.id.ReservedNames;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import dev.parley.room.JoinResult;
import dev.parley.room.RoomListing;
import dev.parley.room.Rooms;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Map;

/** The set {@code rooms}: join, leave, list, send, and who is here. */
public final class RoomTools {
  /** The name of the set. */
  static final String NAME = "rooms";

  static final String ROOM = "room";
  static final String BODY = "body";

  private static final String NICKNAME = "nickname";
  private static final String MEMBERS_COUNT = "membersCount";

  private static final RecordSchema<RoomListing.Membership> SEAT =
      new RecordSchema<RoomListing.Membership>()
          .with(ROOM, JsonTypes.string(), seat -> seat.room().value())
          .with(NICKNAME, JsonTypes.string(), seat -> seat.nickname().value());

  private static final RecordSchema<RoomListing.RoomSummary> OPEN =
      new RecordSchema<RoomListing.RoomSummary>()
          .with(ROOM, JsonTypes.string(), open -> open.room().value())
          .with(MEMBERS_COUNT, JsonTypes.integer(), open -> open.membersCount());

  private RoomTools() {}

  /** The five tools. */
  public static ToolSet set() {
    return new ToolSet(NAME, List.of(join(), leave(), list(), send(), who()));
  }

  private static ToolDefinition join() {
    return ToolDefinition.named("join_room", "Join a room")
        .described(
            "Join a room; the first to join creates it. From then on its messages reach you: as"
                + " pushes where your client shows them, else with wait_for_messages of the set"
                + " inbox. A taken nickname gets a number. Joining again with another nickname"
                + " renames you. Returns your nickname.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(
            ObjectSchema.object()
                .with(ROOM, roomName())
                .optionally(
                    NICKNAME,
                    JsonTypes.pattern(
                        Nickname.PATTERN, "Your name in this room; default: one is chosen.")))
        .answers(
            ObjectSchema.object()
                .with(ROOM, JsonTypes.string())
                .with(NICKNAME, JsonTypes.string())
                .with(MEMBERS_COUNT, JsonTypes.integer()))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              JoinResult joined =
                  arguments
                      .optionalText(NICKNAME)
                      .map(wish -> caller.connection().rooms().join(room, nickname(caller, wish)))
                      .orElseGet(() -> caller.connection().rooms().join(room));
              return ResultFields.none()
                  .and(ROOM, joined.room().value())
                  .and(NICKNAME, joined.nickname().value())
                  .and(MEMBERS_COUNT, joined.membersCount());
            });
  }

  /** The names of people who are there, and their default name, are no agent's. */
  private static Nickname nickname(Caller caller, String wish) {
    Nickname nickname = Nickname.of(wish);
    if (ReservedNames.isReservedForPeople(wish) || caller.connection().presence().isPerson(wish)) {
      throw new ParleyException(new NameReserved(wish));
    }
    return nickname;
  }

  private static ToolDefinition leave() {
    return ToolDefinition.named("leave_room", "Leave a room")
        .described(
            "Leave a room: its messages no longer reach you. Nobody is told. Does nothing if you"
                + " are not in it.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(ObjectSchema.object().with(ROOM, roomName()))
        .answers(ObjectSchema.object().with(ROOM, JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              caller.connection().rooms().leave(room);
              return ResultFields.none().and(ROOM, room.value());
            });
  }

  private static ToolDefinition list() {
    return ToolDefinition.named("list_rooms", "List rooms")
        .described(
            "List the rooms you joined and the rooms available to join. For who is in a room, use"
                + " who_is_here. While truncated is true, call again with next as after.")
        .hinting(ToolBehavior.READS)
        .takes(
            ObjectSchema.object()
                .optionally(
                    "after", JsonTypes.pattern(RoomName.PATTERN, "Available rooms after this one."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            ObjectSchema.object()
                .with("joined", JsonTypes.arrayOf(SEAT.schema()))
                .with("available", JsonTypes.arrayOf(OPEN.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally("next", JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              int limit = Paging.limit(arguments);
              RoomListing listing =
                  caller
                      .connection()
                      .rooms()
                      .list(arguments.optionalValue("after", RoomName::of), limit);
              List<RoomListing.RoomSummary> fitting =
                  Paging.size(caller, limit, OPEN).firstOf(listing.available());
              boolean more = listing.hasMore() || fitting.size() < listing.available().size();
              return Paging.more(
                  ResultFields.none()
                      .and("joined", SEAT.ofAll(listing.joined()))
                      .and("available", OPEN.ofAll(fitting)),
                  more,
                  "next",
                  fitting,
                  open -> open.room().value());
            });
  }

  private static ToolDefinition send() {
    return ToolDefinition.named("send_message", "Send a message")
        .described(
            "Send a message to everyone else in a room you joined. Returns a receipt; your own"
                + " message is not sent back to you. To post without joining, or to keep the"
                + " message, use parley_post of the set bus. Use it when the person asks you to or"
                + " a message needs an answer, not for courtesies.")
        .hinting(ToolBehavior.CHANGES)
        .takes(sendInput())
        .answers(sendAnswer())
        .does(RoomTools::send);
  }

  static ObjectSchema sendInput() {
    Map<String, Object> body =
        JsonTypes.string(
            "1 to " + Body.MAX_BYTES + " bytes of UTF-8. No thanks, greetings or small talk.");
    body.put("minLength", 1);
    body.put("maxLength", Body.MAX_BYTES);
    return ObjectSchema.object()
        .with(ROOM, roomName())
        .with(BODY, body)
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  static ObjectSchema sendAnswer() {
    return ObjectSchema.object()
        .with(ROOM, JsonTypes.string())
        .with("seq", JsonTypes.integer())
        .with("messageId", JsonTypes.string())
        .with("sentAt", JsonTypes.string());
  }

  static ResultFields send(Caller caller, Arguments arguments) {
    RoomName room = RoomName.of(arguments.text(ROOM));
    Body body = Body.of(arguments.text(BODY));
    Rooms rooms = caller.connection().rooms();
    Receipt receipt =
        KeyArgument.in(arguments)
            .map(key -> rooms.send(room, body, key))
            .orElseGet(() -> rooms.send(room, body));
    return ResultFields.none()
        .and(ROOM, receipt.room().value())
        .and("seq", receipt.seq())
        .and("messageId", receipt.messageId().value())
        .and("sentAt", Timestamps.iso(receipt.sentAt()));
  }

  private static ToolDefinition who() {
    return ToolDefinition.named("who_is_here", "Who is here")
        .described("List the nicknames of everyone in a room, in the order they joined.")
        .hinting(ToolBehavior.READS)
        .takes(ObjectSchema.object().with(ROOM, roomName()))
        .answers(
            ObjectSchema.object()
                .with(ROOM, JsonTypes.string())
                .with("nicknames", JsonTypes.arrayOf(JsonTypes.string())))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              return ResultFields.none()
                  .and(ROOM, room.value())
                  .and(
                      "nicknames",
                      caller.connection().rooms().whoIsHere(room).stream()
                          .map(Nickname::value)
                          .toList());
            });
  }

  private static Map<String, Object> roomName() {
    return JsonTypes.pattern(RoomName.PATTERN, "The room, for example planning.");
  }
}
