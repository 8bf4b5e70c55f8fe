package dev.parley.room;

import java.util.List;

/**
 * The rooms of a workspace, split by whether the caller is in them; each part sorted by name.
 *
 * @param joined the caller's rooms
 * @param available every other room
 */
public record RoomListing(List<Seat> joined, List<OpenRoom> available) {

  /** Copies both lists. */
  public RoomListing {
    joined = List.copyOf(joined);
    available = List.copyOf(available);
  }

  /**
   * A room the caller is in.
   *
   * @param room the room
   * @param nickname the caller's name there
   */
  public record Seat(RoomName room, Nickname nickname) {}

  /**
   * A room the caller could join.
   *
   * @param room the room
   * @param membersCount how many are in it
   */
  public record OpenRoom(RoomName room, long membersCount) {}
}
