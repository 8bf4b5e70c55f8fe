package dev.parley.engine.room;

import dev.parley.engine.backend.PostIdempotency;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.topic.Topic;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ephemeral messages of a room that several nodes share. A broker makes their order and passes
 * them on, to the node that posted as well.
 */
final class BrokeredRoomLog implements EphemeralLog {
  private static final System.Logger LOG = System.getLogger(BrokeredRoomLog.class.getName());

  private final TopicName name;
  private final RoomRows rows;
  private final String room;
  private final MessageBackend broker;
  private final HighWaterMark highWater;
  private final Runnable onSwitch;
  private final BrokeredSwitch untilSwitch = new BrokeredSwitch();
  private volatile boolean followed;
  private volatile boolean ended;

  /**
   * Makes the log of one room.
   *
   * @param room the key of its row
   * @param highWater gets the number of every message
   * @param onSwitch runs when another node has made the room durable; returns at once
   */
  BrokeredRoomLog(
      TopicName name,
      RoomRows rows,
      String room,
      MessageBackend broker,
      HighWaterMark highWater,
      Runnable onSwitch) {
    this.name = name;
    this.rows = rows;
    this.room = room;
    this.broker = broker;
    this.highWater = highWater;
    this.onSwitch = onSwitch;
  }

  @Override
  public Optional<Message> post(MessageDraft draft, @Nullable IdempotencyKey key) {
    try {
      Message message = PostIdempotency.post(broker, draft, key).message();
      return isBeforeSwitch(message.seq()) ? Optional.of(message) : Optional.empty();
    } catch (RoomIsDurableException becameDurable) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Room has become durable meanwhile; posting to its durable log.",
          Masking.trace(becameDurable));
      return Optional.empty();
    }
  }

  /** A node where nobody follows the room knows of no switch, and counts its posts as in time. */
  private boolean isBeforeSwitch(long seq) {
    return !(followed || ended) || untilSwitch.isBeforeSwitch(seq);
  }

  @Override
  public Subscription follow(Topic topic) {
    Subscription subscription =
        broker.follow(name, Optional.empty(), stored -> take(stored, topic));
    followed = true;
    return () -> {
      followed = false;
      subscription.close();
    };
  }

  private void take(StoredMessage stored, Topic topic) {
    Message message = stored.message();
    highWater.accept(message.seq());
    if (untilSwitch.take(message, topic::append)) {
      onSwitch.run();
    }
  }

  /**
   * {@inheritDoc} Announces the switch to other nodes. Where the room has had no message, they find
   * out by polling the database, which is too late for a room with messages.
   */
  @Override
  public void makeDurable(Runnable switching) {
    rows.makeDurable(room);
    if (rows.highWater(name) > 0) {
      long seq = broker.post(BrokeredSwitch.announcement(name)).message().seq();
      boolean unused = isBeforeSwitch(seq);
    }
    switching.run();
  }

  @Override
  public void end() {
    ended = true;
    untilSwitch.end();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void close() {}
}
