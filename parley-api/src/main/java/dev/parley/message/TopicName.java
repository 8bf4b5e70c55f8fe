package dev.parley.message;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;

/**
 * The name of an ordered log. A room has one, a session has one, presence has one.
 *
 * @param workspace whose it is
 * @param kind what it belongs to
 * @param name the owner's name
 */
public record TopicName(WorkspaceId workspace, Kind kind, String name) {

  /** What a topic belongs to. */
  public enum Kind {
    /** A room, by its name. */
    ROOM,
    /** The presence of a workspace; there is one, and nobody posts to it but nodes. */
    PRESENCE
  }

  /** The topic of a room. */
  public static TopicName of(WorkspaceId workspace, RoomName room) {
    return new TopicName(workspace, Kind.ROOM, room.value());
  }

  /** The topic on which nodes say who is there. A room of that name has another. */
  public static TopicName presence(WorkspaceId workspace) {
    return new TopicName(workspace, Kind.PRESENCE, "presence");
  }

  @Override
  public String toString() {
    return workspace + "/" + kind.name().toLowerCase(java.util.Locale.ROOT) + "/" + name;
  }
}
