package dev.parley.engine.room;

/** Thrown where numbers are requested for an ephemeral room that has become durable. */
final class RoomIsDurableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RoomIsDurableException(String room) {
    super("the room " + room + " is durable", null, false, false);
  }
}
