package dev.parley.room;

import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import java.util.List;

/**
 * The rooms of a workspace, split by whether the caller is in them; each part sorted by name.
 *
 * @param joined the caller's rooms
 * @param available the other rooms
 * @param hasMore whether more rooms can be joined, after the last one here
 */
public record RoomListing(List<Membership> joined, List<RoomSummary> available, boolean hasMore) {

  /** Copies both lists. */
  public RoomListing {
    joined = List.copyOf(joined);
    available = List.copyOf(available);
  }

  /** A listing that names every room. */
  public RoomListing(List<Membership> joined, List<RoomSummary> available) {
    this(joined, available, false);
  }

  /**
   * A room the caller is in.
   *
   * @param room the room
   * @param nickname the caller's name there
   */
  public record Membership(RoomName room, Nickname nickname) {}

  /**
   * A room the caller could join.
   *
   * @param room the room
   * @param membersCount how many are in it
   */
  public record RoomSummary(RoomName room, long membersCount) {}
}
