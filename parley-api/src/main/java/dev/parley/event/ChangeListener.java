package dev.parley.event;

import dev.parley.id.RoomName;

/**
 * A listener for changes of a workspace that are no events of one connection. A call says that
 * something changed, not what: the listener reads what it needs.
 *
 * <p>Calls come from any thread, often from the one that makes the change, and several at a time. A
 * listener returns at once and makes no call that waits.
 */
@FunctionalInterface
public interface ChangeListener {

  /** A part of a workspace. */
  enum Part {
    /** The list of rooms: their names, their durability, or the number of their members. */
    ROOMS,
    /** The presence of agents: who is online, and in which rooms. */
    AGENTS,
    /** The session started last. */
    SESSIONS,
    /** The lists of what waits for people, as far as this node may have changed one. */
    WAITING
  }

  /** Called after a change of {@code part}. */
  void changed(Part part);

  /**
   * Called when a room comes into use on this node, in most cases before its first message is
   * posted here. The listener may watch it.
   */
  default void opened(RoomName room) {}
}
