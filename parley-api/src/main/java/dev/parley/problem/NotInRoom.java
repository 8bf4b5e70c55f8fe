package dev.parley.problem;

import java.util.Map;

/**
 * The caller is not a member of the room it named.
 *
 * @param room the name of the room
 */
public record NotInRoom(String room) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.NOT_IN_ROOM;
  }

  @Override
  public String message() {
    return "You are not in the room '" + room + "'; join it first.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("room", room);
  }
}
