package dev.parley.message;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;

/**
 * The name of an ordered log. A room has one, and so has the presence of a workspace.
 *
 * @param workspace the workspace it belongs to
 * @param kind the kind of its owner
 * @param name the owner's name
 */
public record TopicName(WorkspaceId workspace, Kind kind, String name) {

  /** The owner of a topic. */
  public enum Kind {
    /** A room, by its name. */
    ROOM,
    /** The presence of a workspace: one topic, to which only nodes post. */
    PRESENCE
  }

  /** Returns the topic of a room. */
  public static TopicName of(WorkspaceId workspace, RoomName room) {
    return new TopicName(workspace, Kind.ROOM, room.value());
  }

  /** Returns the topic on which nodes report presence. A room of that name has another topic. */
  public static TopicName presence(WorkspaceId workspace) {
    return new TopicName(workspace, Kind.PRESENCE, "presence");
  }

  @Override
  public String toString() {
    return workspace + "/" + kind.name().toLowerCase(java.util.Locale.ROOT) + "/" + name;
  }
}
