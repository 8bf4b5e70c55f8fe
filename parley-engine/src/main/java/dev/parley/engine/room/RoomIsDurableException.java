package dev.parley.engine.room;

/** Numbers were asked for what is said in an ephemeral room that is none any more. */
final class RoomIsDurableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RoomIsDurableException(String room) {
    super("the room " + room + " is durable", null, false, false);
  }
}
