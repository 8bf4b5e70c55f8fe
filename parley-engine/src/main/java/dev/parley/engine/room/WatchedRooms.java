package dev.parley.engine.room;

import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.room.Rooms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rooms a connection follows without a membership. Used under the lock of its connection. */
final class WatchedRooms {
  private record Watched(LiveRoom room, TopicSubscription subscription) {}

  private final RoomDirectory directory;
  private final WorkspaceId workspace;
  private final ConnectionReader reader;
  private final Map<RoomName, Watched> rooms = new HashMap<>();

  WatchedRooms(RoomDirectory directory, WorkspaceId workspace, ConnectionReader reader) {
    this.directory = directory;
    this.workspace = workspace;
    this.reader = reader;
  }

  /**
   * Follows {@code name}; a second call does nothing.
   *
   * @throws ParleyException {@code limit_reached}
   */
  void add(RoomName name) {
    if (rooms.containsKey(name)) {
      return;
    }
    if (rooms.size() >= Rooms.MAX_WATCHED) {
      throw new ParleyException(new LimitReached("watched rooms", Rooms.MAX_WATCHED));
    }
    LiveRoom room = directory.room(workspace, name);
    // making the room may have had it watched already, by a listener
    rooms.computeIfAbsent(name, unwatched -> new Watched(room, room.follow(reader)));
  }

  /** Does nothing for a room that is not watched. */
  void remove(RoomName name) {
    Watched ended = rooms.remove(name);
    if (ended != null) {
      ended.room().unfollow(ended.subscription());
    }
  }

  /** Ends all of them. */
  void close() {
    List.copyOf(rooms.keySet()).forEach(this::remove);
  }
}
