package dev.parley.engine;

import dev.parley.engine.room.PostListener;
import dev.parley.message.Message;
import dev.parley.spi.Telemetry;

/**
 * Passes posts on, and has them observed.
 *
 * @param next the listener behind it
 * @param telemetry the observer
 */
record ObservedPosts(PostListener next, Telemetry telemetry) implements PostListener {
  @Override
  public void posted(Message message, boolean isDurable) {
    next.posted(message, isDurable);
    telemetry.posted(
        isDurable ? Telemetry.MessageStore.DURABLE_ROOM : Telemetry.MessageStore.EPHEMERAL_ROOM,
        message.id());
  }
}
