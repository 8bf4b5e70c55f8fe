package dev.parley.war.tool;

import dev.parley.ParleyException;
import dev.parley.agent.ReservedNames;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import dev.parley.problem.NameReserved;
import dev.parley.room.Joined;
import dev.parley.room.Nickname;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomName;
import dev.parley.room.Rooms;
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

  private static final Row<RoomListing.Seat> SEAT =
      new Row<RoomListing.Seat>()
          .with(ROOM, Property.string("A room you are in."), seat -> seat.room().value())
          .with(NICKNAME, Property.string("Your name there."), seat -> seat.nickname().value());

  private static final Row<RoomListing.OpenRoom> OPEN =
      new Row<RoomListing.OpenRoom>()
          .with(ROOM, Property.string("A room you could join."), open -> open.room().value())
          .with(
              MEMBERS_COUNT, Property.integer("How many are in it."), open -> open.membersCount());

  private RoomTools() {}

  /** The five tools. */
  public static ToolSet set() {
    return new ToolSet(NAME, List.of(join(), leave(), list(), send(), who()));
  }

  private static HubTool join() {
    return HubTool.named("join_room", "Join a room")
        .described(
            "Join a room by name; the first to join makes it. From then on you get what others say"
                + " there: as pushes where your client shows them, else by wait_for_messages of the"
                + " set inbox. Pick a nickname or leave it out to be given one; a taken one gets a"
                + " number. Joining again with another nickname renames you. Joining is silent.")
        .hinting(Hints.CHANGES_ONCE)
        .takes(
            Schema.object()
                .with(ROOM, roomName())
                .optionally(
                    NICKNAME,
                    Property.pattern(
                        Nickname.PATTERN, "Your name in this room; left out, you are given one.")))
        .answers(
            Schema.object()
                .with(ROOM, Property.string("The room you are in."))
                .with(NICKNAME, Property.string("The name you have there."))
                .with(MEMBERS_COUNT, Property.integer("How many are in it, you included.")))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              Joined joined =
                  arguments
                      .optionalText(NICKNAME)
                      .map(wish -> caller.connection().rooms().join(room, nickname(caller, wish)))
                      .orElseGet(() -> caller.connection().rooms().join(room));
              return Fields.none()
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

  private static HubTool leave() {
    return HubTool.named("leave_room", "Leave a room")
        .described(
            "Leave a room; you get nothing of it any more. Leaving is silent, and leaving a room"
                + " you are not in does nothing.")
        .hinting(Hints.CHANGES_ONCE)
        .takes(Schema.object().with(ROOM, roomName()))
        .answers(Schema.object().with(ROOM, Property.string("The room you are not in now.")))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              caller.connection().rooms().leave(room);
              return Fields.none().and(ROOM, room.value());
            });
  }

  private static HubTool list() {
    return HubTool.named("list_rooms", "List rooms")
        .described(
            "List the rooms you are in, with your nicknames, and the rooms you could join, by name."
                + " While truncated is true, go on with next as after.")
        .hinting(Hints.READS)
        .takes(
            Schema.object()
                .optionally(
                    "after",
                    Property.pattern(
                        RoomName.PATTERN,
                        "Rooms you could join after this one; left out, from the first on."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            Schema.object()
                .with("joined", Property.arrayOf(SEAT.schema()))
                .with("available", Property.arrayOf(OPEN.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally(
                    "next", Property.string("Where more follow: give this as after to go on.")))
        .does(
            (caller, arguments) -> {
              int limit = Paging.limit(arguments);
              RoomListing listing =
                  caller
                      .connection()
                      .rooms()
                      .list(arguments.optionalValue("after", RoomName::of), limit);
              List<RoomListing.OpenRoom> fitting =
                  Paging.size(caller, limit, OPEN).firstOf(listing.available());
              boolean more = listing.hasMore() || fitting.size() < listing.available().size();
              return Paging.more(
                  Fields.none()
                      .and("joined", SEAT.ofAll(listing.joined()))
                      .and("available", OPEN.ofAll(fitting)),
                  more,
                  "next",
                  fitting,
                  open -> open.room().value());
            });
  }

  private static HubTool send() {
    return HubTool.named("send_message", "Send a message")
        .described(
            "Send a message to everyone else in a room you joined. The result is your receipt; your"
                + " own message never comes back to you. Use it when the person asks you to or a"
                + " message needs an answer, not for courtesies.")
        .hinting(Hints.CHANGES)
        .takes(sendInput())
        .answers(sendAnswer())
        .does(RoomTools::send);
  }

  static Schema sendInput() {
    Map<String, Object> body =
        Property.string(
            "What to say: 1 to "
                + Body.MAX_BYTES
                + " bytes of UTF-8. Say it once; no thanks, greetings or small talk.");
    body.put("minLength", 1);
    body.put("maxLength", Body.MAX_BYTES);
    return Schema.object()
        .with(ROOM, roomName())
        .with(BODY, body)
        .optionally(KeyArgument.NAME, KeyArgument.ofAMessage());
  }

  static Schema sendAnswer() {
    return Schema.object()
        .with(ROOM, Property.string("The room it was sent to."))
        .with("seq", Property.integer("Its position in the room."))
        .with("messageId", Property.string("Its id, a ULID."))
        .with("sentAt", Property.string("When the server took it, ISO-8601 in UTC."));
  }

  static Fields send(Caller caller, Arguments arguments) {
    RoomName room = RoomName.of(arguments.text(ROOM));
    Body body = Body.of(arguments.text(BODY));
    Rooms rooms = caller.connection().rooms();
    Receipt receipt =
        KeyArgument.in(arguments)
            .map(key -> rooms.send(room, body, key))
            .orElseGet(() -> rooms.send(room, body));
    return Fields.none()
        .and(ROOM, receipt.room().value())
        .and("seq", receipt.seq())
        .and("messageId", receipt.messageId().value())
        .and("sentAt", Times.iso(receipt.sentAt()));
  }

  private static HubTool who() {
    return HubTool.named("who_is_here", "Who is here")
        .described("List the nicknames of everyone in a room, in the order they joined.")
        .hinting(Hints.READS)
        .takes(Schema.object().with(ROOM, roomName()))
        .answers(
            Schema.object()
                .with(ROOM, Property.string("The room asked about."))
                .with("nicknames", Property.arrayOf(Property.string("Somebody in it."))))
        .does(
            (caller, arguments) -> {
              RoomName room = RoomName.of(arguments.text(ROOM));
              return Fields.none()
                  .and(ROOM, room.value())
                  .and(
                      "nicknames",
                      caller.connection().rooms().whoIsHere(room).stream()
                          .map(Nickname::value)
                          .toList());
            });
  }

  private static Map<String, Object> roomName() {
    return Property.pattern(RoomName.PATTERN, "The room's name, for example planning.");
  }
}
