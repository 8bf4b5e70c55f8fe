package dev.parley.engine.room;

import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.page.PageSize;
import dev.parley.room.RoomListing;
import dev.parley.room.RoomListing.Membership;
import dev.parley.room.RoomListing.RoomSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rooms of a workspace, for a connection with its own memberships. */
final class RoomLists {
  private final RoomRows rows;
  private final WorkspaceId workspace;
  private final AllowedTopics allowed;

  RoomLists(RoomRows rows, WorkspaceId workspace, AllowedTopics allowed) {
    this.rows = rows;
    this.workspace = workspace;
    this.allowed = allowed;
  }

  /**
   * Lists every allowed room.
   *
   * @param nicknames the nicknames of the connection in its rooms
   */
  RoomListing all(Map<RoomName, Nickname> nicknames) {
    List<Membership> joined = new ArrayList<>();
    List<RoomSummary> available = new ArrayList<>();
    for (RoomSummary room : rows.rooms(workspace)) {
      if (!allowed.allow(room.room())) {
        continue;
      }
      Nickname nickname = nicknames.get(room.room());
      if (nickname == null) {
        available.add(room);
      } else {
        joined.add(new Membership(room.room(), nickname));
      }
    }
    return new RoomListing(joined, available);
  }

  /** Lists the rooms of the connection, and a page of the others. */
  RoomListing page(Map<RoomName, Nickname> nicknames, Optional<RoomName> after, int limit) {
    PageSize<RoomSummary> size = PageSize.of(limit);
    List<Membership> joined =
        nicknames.entrySet().stream()
            .filter(membership -> allowed.allow(membership.getKey()))
            .map(membership -> new Membership(membership.getKey(), membership.getValue()))
            .sorted(Comparator.comparing(membership -> membership.room().value()))
            .toList();
    List<RoomSummary> available = new ArrayList<>();
    String last = after.map(RoomName::value).orElse("");
    while (available.size() <= limit) {
      List<RoomSummary> some = rows.roomsAfter(workspace, last, limit + 1);
      some.stream()
          .filter(room -> allowed.allow(room.room()) && !nicknames.containsKey(room.room()))
          .forEach(available::add);
      if (some.size() <= limit) {
        break;
      }
      last = some.get(some.size() - 1).room().value();
    }
    List<RoomSummary> page = size.firstOf(available);
    return new RoomListing(joined, page, page.size() < available.size());
  }
}
