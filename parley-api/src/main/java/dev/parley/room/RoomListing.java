package dev.parley.room;

import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import java.util.List;

/**
 * The rooms of a workspace: those the caller is a member of, and the others. Each part is sorted by
 * name.
 *
 * @param joined the caller's rooms
 * @param available the other rooms
 * @param hasMore whether there are more other rooms after the last one here
 */
public record RoomListing(List<Membership> joined, List<RoomSummary> available, boolean hasMore) {

  /** Copies both lists. */
  public RoomListing {
    joined = List.copyOf(joined);
    available = List.copyOf(available);
  }

  /** Makes a listing of all rooms. */
  public RoomListing(List<Membership> joined, List<RoomSummary> available) {
    this(joined, available, false);
  }

  /**
   * A membership of the caller.
   *
   * @param room the room
   * @param nickname the caller's nickname there
   */
  public record Membership(RoomName room, Nickname nickname) {}

  /**
   * A room the caller can join.
   *
   * @param room the room
   * @param membersCount the number of its members
   */
  public record RoomSummary(RoomName room, long membersCount) {}
}
