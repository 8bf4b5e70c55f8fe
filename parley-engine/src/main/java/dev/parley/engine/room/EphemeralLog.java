package dev.parley.engine.room;

import dev.parley.engine.topic.Topic;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Subscription;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The messages of a room while it is ephemeral: their order, and their way to the readers. */
interface EphemeralLog {
  /**
   * Posts {@code draft}, once under {@code key} where there is one.
   *
   * @return empty where the room has become durable, so that the post belongs to its durable log
   */
  Optional<Message> post(MessageDraft draft, @Nullable IdempotencyKey key);

  /**
   * Appends every message from now on to {@code topic}.
   *
   * @throws RoomIsDurableException where another node has made the room durable
   */
  Subscription follow(Topic topic);

  /**
   * Makes the room durable for every node.
   *
   * @param switching lets the readers of this node continue with the durable log
   */
  void makeDurable(Runnable switching);

  /** Ends it: the durable log continues after the last message. */
  void end();

  /** Returns true if other nodes may have posted to the durable log already. */
  boolean isShared();

  /** Returns unused numbers, if the database answers. */
  void close();
}
