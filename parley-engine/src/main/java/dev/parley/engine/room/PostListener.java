package dev.parley.engine.room;

import dev.parley.message.Message;

/** A listener of the messages that are posted in rooms of this node. */
public interface PostListener {
  /**
   * Called after a message was posted, on the thread of its sender; returns at once.
   *
   * @param isDurable false where the text may be written nowhere
   */
  void posted(Message message, boolean isDurable);
}
