package dev.parley.problem;

import dev.parley.room.RoomName;
import java.util.Map;

/**
 * The caller is not in the room it named.
 *
 * @param room that room
 */
public record NotInRoom(RoomName room) implements Problem {
  @Override
  public Code code() {
    return Code.NOT_IN_ROOM;
  }

  @Override
  public String sentence() {
    return "You are not in the room '" + room + "'; join it first.";
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of("room", room.value());
  }
}
