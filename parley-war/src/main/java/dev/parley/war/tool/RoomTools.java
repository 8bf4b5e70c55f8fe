package dev.parley.war.tool;

import dev.parley.agent.Connection;
import dev.parley.credential.Scope;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.ReservedNames;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Receipt;
import dev.parley.problem.NameReserved;
import dev.parley.problem.NotInRoom;
import dev.parley.problem.ParleyException;
import dev.parley.room.JoinResult;
import dev.parley.room.RoomListing;
import dev.parley.room.Rooms;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The set {@code rooms}: join, leave, list, send, and who is here. */
public final class RoomTools {
  /** The name of the set. */
  static final String NAME = "rooms";

  static final Param<RoomName> ROOM =
      Param.required("room", RoomName::of, JsonTypes.pattern(RoomName.PATTERN, "The room."));
  static final Param<Body> BODY = Param.required("body", Body::of, body());
  static final Param<IdempotencyKey> KEY = KeyArgument.ofAMessage();

  private static final Param<Nickname> NICKNAME =
      Param.optional(
          "nickname",
          Nickname::of,
          JsonTypes.pattern(Nickname.PATTERN, "Your name in this room; default: one is chosen."));
  private static final Param<RoomName> AFTER =
      Param.optional(
          "after",
          RoomName::of,
          JsonTypes.pattern(RoomName.PATTERN, "Available rooms after this one."));

  private static final RecordSchema<JoinResult> JOINED =
      new RecordSchema<JoinResult>()
          .with("room", JsonTypes.string(), joined -> joined.room().value())
          .with("nickname", JsonTypes.string(), joined -> joined.nickname().value())
          .with("membersCount", JsonTypes.integer(), JoinResult::membersCount);

  private static final RecordSchema<RoomName> LEFT =
      new RecordSchema<RoomName>().with("room", JsonTypes.string(), RoomName::value);

  static final RecordSchema<Receipt> RECEIPT =
      new RecordSchema<Receipt>()
          .with("room", JsonTypes.string(), receipt -> receipt.room().value())
          .with("seq", JsonTypes.integer(), Receipt::seq)
          .with("messageId", JsonTypes.string(), receipt -> receipt.messageId().value())
          .with("sentAt", JsonTypes.string(), receipt -> Timestamps.iso(receipt.sentAt()));

  private static final RecordSchema<RoomListing.Membership> MEMBERSHIP =
      new RecordSchema<RoomListing.Membership>()
          .with("room", JsonTypes.string(), membership -> membership.room().value())
          .with("nickname", JsonTypes.string(), membership -> membership.nickname().value());

  private static final RecordSchema<RoomListing.RoomSummary> OPEN =
      new RecordSchema<RoomListing.RoomSummary>()
          .with("room", JsonTypes.string(), open -> open.room().value())
          .with("membersCount", JsonTypes.integer(), open -> open.membersCount());

  private record Listing(List<RoomListing.Membership> joined, ToolPaging.Listed available) {}

  private static final RecordSchema<Listing> LISTING =
      ToolPaging.next(
          new RecordSchema<Listing>()
              .with(
                  "joined",
                  JsonTypes.arrayOf(MEMBERSHIP.schema()),
                  listing -> MEMBERSHIP.ofAll(listing.joined()))
              .with(
                  "available",
                  JsonTypes.arrayOf(OPEN.schema()),
                  listing -> listing.available().rows()),
          "next",
          JsonTypes.string(),
          Listing::available);

  private record Present(RoomName room, List<Nickname> nicknames) {}

  private static final RecordSchema<Present> PRESENT =
      new RecordSchema<Present>()
          .with("room", JsonTypes.string(), present -> present.room().value())
          .with(
              "nicknames",
              JsonTypes.arrayOf(JsonTypes.string()),
              present -> present.nicknames().stream().map(Nickname::value).toList());

  private RoomTools() {}

  /** The five tools. */
  public static ToolSet set() {
    return new ToolSet(NAME, List.of(join(), leave(), list(), send(), who()));
  }

  private static ToolDefinition join() {
    return ToolDefinition.named("join_room", "Join a room")
        .described(
            "Join a room; the first to join creates it. Its messages then reach"
                + " you as pushes, where your client shows them, or with"
                + " wait_for_messages of the set inbox. A taken nickname gets a number."
                + " Joining again with another one renames you.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(ROOM, NICKNAME, Caller.AGENT)
        .answers(JOINED)
        .does(
            call -> {
              RoomName room = call.get(ROOM);
              Rooms rooms = call.acting().rooms();
              return JOINED.fields(
                  call.find(NICKNAME)
                      .map(wish -> rooms.join(room, permitted(call, wish)))
                      .orElseGet(() -> rooms.join(room)));
            });
  }

  /** Refuses the names of people who are there, and their default name: they are no agent's. */
  private static Nickname permitted(ToolCall call, Nickname wish) {
    String name = wish.value();
    if (ReservedNames.isReservedForPeople(name) || call.connection().presence().isPerson(name)) {
      throw new ParleyException(new NameReserved(name));
    }
    return wish;
  }

  private static ToolDefinition leave() {
    return ToolDefinition.named("leave_room", "Leave a room")
        .described(
            "Leave a room: its messages no longer reach you. Does nothing if you"
                + " are not in it.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(ROOM, Caller.AGENT)
        .answers(LEFT)
        .does(
            call -> {
              RoomName room = call.get(ROOM);
              call.opened().ifPresent(member -> leave(member, room, call.connection()));
              return LEFT.fields(room);
            });
  }

  /** Leaves a room. An agent beside the connection's own ends with its last room. */
  private static void leave(Connection member, RoomName room, Connection own) {
    Rooms rooms = member.rooms();
    rooms.leave(room);
    if (!member.id().equals(own.id()) && rooms.list(Optional.empty(), 1).joined().isEmpty()) {
      member.close();
    }
  }

  private static ToolDefinition list() {
    return ToolDefinition.named("list_rooms", "List rooms")
        .described(
            "List the rooms you joined and those available. For who is in a room,"
                + " use who_is_here. While truncated, call again with next as after.")
        .hinting(ToolBehavior.READS)
        .takes(AFTER, ToolPaging.LIMIT, Caller.AGENT)
        .answers(LISTING)
        .does(
            call -> {
              int limit = ToolPaging.limit(call);
              RoomListing listing = call.acting().rooms().list(call.find(AFTER), limit);
              List<RoomListing.RoomSummary> fitting =
                  ToolPaging.size(call, limit, OPEN).firstOf(listing.available());
              boolean more = listing.hasMore() || fitting.size() < listing.available().size();
              ToolPaging.Listed available =
                  ToolPaging.listed(
                      fitting, OPEN.ofAll(fitting), more, open -> open.room().value());
              return LISTING.fields(new Listing(listing.joined(), available));
            });
  }

  private static ToolDefinition send() {
    return ToolDefinition.named(MessageTools.SEND, "Send a message")
        .described(
            "Send a message to everyone else in a room you joined. Returns a receipt; your own"
                + " message is not sent back to you. To post without joining, or to keep the"
                + " message, use parley_post of the set bus. Use it when the person asks you to or"
                + " a message needs an answer, not for courtesies.")
        .hinting(ToolBehavior.CHANGES)
        .takes(ROOM, BODY, KEY, Caller.AGENT, GuardedSend.URGENT)
        .answers(RECEIPT)
        .does(RoomTools::send);
  }

  static ResultFields send(ToolCall call) {
    call.caller().grant().check(List.of(Scope.ROOMS_WRITE));
    RoomName room = call.get(ROOM);
    Body body = call.get(BODY);
    Optional<IdempotencyKey> key = call.find(KEY);
    Rooms rooms =
        call.opened().orElseThrow(() -> new ParleyException(new NotInRoom(room.value()))).rooms();
    Receipt receipt =
        GuardedSend.toRoom(
            call,
            room,
            body.text(),
            key.map(IdempotencyKey::value),
            () ->
                key.map(once -> rooms.send(room, body, once))
                    .orElseGet(() -> rooms.send(room, body)),
            Receipt::messageId);
    return GuardedSend.withSleeping(call, call.agent(), Optional.empty(), RECEIPT.fields(receipt));
  }

  private static ToolDefinition who() {
    return ToolDefinition.named("who_is_here", "Who is here")
        .described("List the nicknames of everyone in a room, in the order they joined.")
        .hinting(ToolBehavior.READS)
        .takes(ROOM, Caller.AGENT)
        .answers(PRESENT)
        .does(
            call -> {
              RoomName room = call.get(ROOM);
              Rooms rooms = call.opened().orElseGet(call::connection).rooms();
              return PRESENT.fields(new Present(room, rooms.whoIsHere(room)));
            });
  }

  private static Map<String, Object> body() {
    Map<String, Object> body =
        JsonTypes.text(
            Body.MAX_BYTES,
            "1 to " + Body.MAX_BYTES + " bytes of UTF-8. No thanks, greetings or small talk.");
    body.put("minLength", 1);
    return body;
  }
}
