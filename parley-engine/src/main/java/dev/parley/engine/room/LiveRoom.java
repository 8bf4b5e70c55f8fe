package dev.parley.engine.room;

import dev.parley.engine.topic.Following;
import dev.parley.engine.topic.Pressure;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.Topic;
import dev.parley.message.TopicName;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * A room somebody of this node has been in. Its messages are kept while somebody reads them; its
 * numbers go on as long as the process.
 */
final class LiveRoom {
  private final RoomName name;
  private final String key;
  private final TopicName topicName;
  private final NumberBlock numbers;
  private final int kept;
  private final Pressure.Limits limits;

  private @Nullable Topic topic;
  private @Nullable Subscription subscription;

  LiveRoom(
      RoomName name,
      String key,
      TopicName topicName,
      NumberBlock numbers,
      int kept,
      Pressure.Limits limits) {
    this.name = name;
    this.key = key;
    this.topicName = topicName;
    this.numbers = numbers;
    this.kept = kept;
    this.limits = limits;
  }

  RoomName name() {
    return name;
  }

  String key() {
    return key;
  }

  TopicName topicName() {
    return topicName;
  }

  NumberBlock numbers() {
    return numbers;
  }

  /** Lets {@code reader} read from now on. */
  synchronized Following follow(Reader reader, MessageBackend backend) {
    if (topic == null) {
      Topic fresh = new Topic(topicName, kept, limits);
      subscription = backend.subscribe(topicName, fresh::append);
      topic = fresh;
    }
    return topic.follow(reader);
  }

  /** Ends a reading; answers whether nobody reads any more. */
  synchronized boolean unfollow(Following following) {
    following.end();
    if (topic != null && topic.isUnread()) {
      if (subscription != null) {
        subscription.close();
      }
      subscription = null;
      topic = null;
    }
    return topic == null;
  }

  /** Waits for healthy readers. */
  void awaitReaders() {
    Topic now;
    synchronized (this) {
      now = topic;
    }
    if (now != null) {
      now.awaitReaders();
    }
  }
}
