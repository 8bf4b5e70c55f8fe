package dev.parley.engine.room;

import dev.parley.engine.backend.RecentKeys;
import dev.parley.engine.topic.Topic;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Subscription;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ephemeral messages of a room that one node has alone. One lock makes the order: it covers the
 * number, the append and the repeated posts. Messages are in the topic while somebody reads it, and
 * nowhere else.
 */
final class LocalRoomLog implements EphemeralLog {
  private final RoomRows rows;
  private final String room;
  private final HiLoSequence numbers;
  private final Supplier<MessageId> ids;
  private final InstantSource clock;
  private RecentKeys keys = new RecentKeys();
  private @Nullable Topic topic;
  private boolean ended;

  LocalRoomLog(RoomRows rows, String room, Supplier<MessageId> ids, InstantSource clock) {
    this.rows = rows;
    this.room = room;
    this.numbers = new HiLoSequence(rows.numbers(), room);
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public synchronized Optional<Message> post(MessageDraft draft, @Nullable IdempotencyKey key) {
    if (ended) {
      return Optional.empty();
    }
    Optional<Message> earlier = key == null ? Optional.empty() : keys.find(draft, key);
    return earlier.isPresent() ? earlier : Optional.of(append(draft, key));
  }

  private Message append(MessageDraft draft, @Nullable IdempotencyKey key) {
    Message message = draft.accepted(ids.get(), numbers.next(), clock.instant());
    if (topic != null) {
      topic.append(message);
    }
    if (key != null) {
      keys.add(message, key);
    }
    return message;
  }

  @Override
  public synchronized Subscription follow(Topic followed) {
    topic = followed;
    return () -> unfollow(followed);
  }

  private synchronized void unfollow(Topic followed) {
    if (topic == followed) {
      topic = null;
      keys = new RecentKeys();
    }
  }

  /** {@inheritDoc} The durable topic continues the numbering. */
  @Override
  public synchronized void makeDurable(Runnable switching) {
    numbers.giveBack();
    rows.makeDurable(room);
    switching.run();
  }

  @Override
  public synchronized void end() {
    ended = true;
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void close() {
    numbers.giveBack();
  }
}
