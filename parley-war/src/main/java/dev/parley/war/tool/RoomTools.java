package dev.parley.war.tool;

import dev.parley.message.Body;
import dev.parley.message.Receipt;
import dev.parley.room.Joined;
import dev.parley.room.Nickname;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomName;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The set {@code rooms}: join, leave, list, send, and who is here. */
public final class RoomTools {
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final String ROOM = "room";

  private RoomTools() {}

  /** The five tools. */
  public static ToolSet set() {
    return new ToolSet("rooms", List.of(join(), leave(), list(), send(), who()));
  }

  private static HubTool join() {
    return tool(
        "join_room",
        "Join a room",
        "Join a room by name; the first to join makes it. From then on every message others send"
            + " there is pushed to you. Pick a nickname or leave it out to be given one; a taken one"
            + " gets a number. Joining again with another nickname renames you. Nobody is told.",
        Schema.object()
            .with(ROOM, roomName())
            .optionally(
                "nickname",
                pattern(Nickname.PATTERN, "Your name in this room; left out, you are given one.")),
        Schema.object()
            .with(ROOM, Schema.string("The room you are in."))
            .with("nickname", Schema.string("The name you have there."))
            .with("membersCount", Schema.integer("How many are in it, you included.")),
        Hints.CHANGES_ONCE,
        (caller, arguments) -> {
          RoomName room = RoomName.of(arguments.text(ROOM));
          Joined joined =
              arguments
                  .optionalText("nickname")
                  .map(wish -> caller.rooms().join(room, Nickname.of(wish)))
                  .orElseGet(() -> caller.rooms().join(room));
          return fields(
              ROOM,
              joined.room().value(),
              "nickname",
              joined.nickname().value(),
              "membersCount",
              joined.membersCount());
        });
  }

  private static HubTool leave() {
    return tool(
        "leave_room",
        "Leave a room",
        "Leave a room; nothing of it is pushed to you any more. Nobody is told. Leaving a room you"
            + " are not in does nothing.",
        Schema.object().with(ROOM, roomName()),
        Schema.object().with(ROOM, Schema.string("The room you are not in now.")),
        Hints.CHANGES_ONCE,
        (caller, arguments) -> {
          RoomName room = RoomName.of(arguments.text(ROOM));
          caller.rooms().leave(room);
          return fields(ROOM, room.value());
        });
  }

  private static HubTool list() {
    Schema seat =
        Schema.object()
            .with(ROOM, Schema.string("A room you are in."))
            .with("nickname", Schema.string("Your name there."));
    Schema open =
        Schema.object()
            .with(ROOM, Schema.string("A room you could join."))
            .with("membersCount", Schema.integer("How many are in it."));
    return tool(
        "list_rooms",
        "List rooms",
        "List the rooms you are in, with your nicknames, and the rooms you could join.",
        Schema.object(),
        Schema.object()
            .with("joined", Schema.arrayOf(seat.open()))
            .with("available", Schema.arrayOf(open.open())),
        Hints.READS,
        (caller, arguments) -> {
          RoomListing listing = caller.rooms().list();
          return fields(
              "joined",
              listing.joined().stream()
                  .map(s -> fields(ROOM, s.room().value(), "nickname", s.nickname().value()))
                  .toList(),
              "available",
              listing.available().stream()
                  .map(r -> fields(ROOM, r.room().value(), "membersCount", r.membersCount()))
                  .toList());
        });
  }

  private static HubTool send() {
    Map<String, Object> body =
        new LinkedHashMap<>(
            Schema.string(
                "What to say: 1 to "
                    + Body.MAX_BYTES
                    + " bytes of UTF-8. Say it once; no thanks, greetings or small talk."));
    body.put("minLength", 1);
    body.put("maxLength", Body.MAX_BYTES);
    return tool(
        "send_message",
        "Send a message",
        "Send a message to everyone else in a room you are in. The result is your receipt; your own"
            + " message is never pushed back to you. Use it when the person asks you to or a message"
            + " needs an answer, not for courtesies.",
        Schema.object().with(ROOM, roomName()).with("body", body),
        Schema.object()
            .with(ROOM, Schema.string("The room it was sent to."))
            .with("seq", Schema.integer("Its position in the room."))
            .with("messageId", Schema.string("Its id, a ULID."))
            .with("sentAt", Schema.string("When the hub took it, ISO-8601 in UTC.")),
        Hints.ADDS,
        (caller, arguments) -> {
          RoomName room = RoomName.of(arguments.text(ROOM));
          Receipt receipt = caller.rooms().send(room, Body.of(arguments.text("body")));
          return fields(
              ROOM,
              receipt.room().value(),
              "seq",
              receipt.seq(),
              "messageId",
              receipt.messageId().value(),
              "sentAt",
              INSTANT.format(receipt.sentAt()));
        });
  }

  private static HubTool who() {
    return tool(
        "who_is_here",
        "Who is here",
        "List the nicknames of everyone in a room, in the order they joined.",
        Schema.object().with(ROOM, roomName()),
        Schema.object()
            .with(ROOM, Schema.string("The room asked about."))
            .with("nicknames", Schema.arrayOf(Schema.string("Somebody in it."))),
        Hints.READS,
        (caller, arguments) -> {
          RoomName room = RoomName.of(arguments.text(ROOM));
          return fields(
              ROOM,
              room.value(),
              "nicknames",
              caller.rooms().whoIsHere(room).stream().map(Nickname::value).toList());
        });
  }

  /** What a tool does to the world, as MCP's annotations say it. */
  private enum Hints {
    READS(true, true),
    CHANGES_ONCE(false, true),
    ADDS(false, false);

    private final boolean readOnly;
    private final boolean idempotent;

    Hints(boolean readOnly, boolean idempotent) {
      this.readOnly = readOnly;
      this.idempotent = idempotent;
    }

    ToolAnnotations annotations(String title) {
      return ToolAnnotations.builder()
          .title(title)
          .readOnlyHint(readOnly)
          .destructiveHint(false)
          .idempotentHint(idempotent)
          .openWorldHint(false)
          .build();
    }
  }

  private static HubTool tool(
      String name,
      String title,
      String description,
      Schema input,
      Schema output,
      Hints hints,
      HubTool.Handler handler) {
    Tool told =
        Tool.builder(name, input.closed())
            .title(title)
            .description(description)
            .outputSchema(output.orRefusal())
            .annotations(hints.annotations(title))
            .build();
    return new HubTool(told, handler);
  }

  private static Map<String, Object> roomName() {
    return pattern(RoomName.PATTERN, "The room's name, for example planning.");
  }

  private static Map<String, Object> pattern(String pattern, String description) {
    Map<String, Object> schema = new LinkedHashMap<>(Schema.string(description));
    schema.put("pattern", pattern);
    return schema;
  }

  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }
}
