package dev.parley.chat;

import dev.parley.engine.id.Sha256;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;

/**
 * The rule for the names of rooms that Parley makes: {@code parley-planning} for the room planning
 * of the default workspace. The name of any other room, and one that would be too long, ends with a
 * digest of the topic, so that two topics never share a room. Names have a-z, 0-9 and hyphens.
 */
public final class RoomNames {
  private static final int HASH = 10;

  private RoomNames() {}

  /**
   * The name of the room of a topic.
   *
   * @param most the most characters, 32 or more
   */
  public static String of(TopicName topic, int most) {
    String plain = "parley-" + topic.name();
    boolean isPlain =
        topic.workspace().equals(WorkspaceId.DEFAULT)
            && topic.kind() == TopicName.Kind.ROOM
            && plain.length() <= most;
    if (isPlain) {
      return plain;
    }
    String beginning = plain.substring(0, Math.min(plain.length(), most - HASH - 1));
    return beginning + "-" + Sha256.hex(topic.toString()).substring(0, HASH);
  }
}
