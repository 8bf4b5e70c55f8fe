package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.message.Message;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A message in a tail, with the one encoding all its readers share. */
final class TopicEntry {
  /** Its place in the tail, from 1 by ones, whatever the message's own number is. */
  final long position;

  /** How many messages of this sender's connection the tail has had, this one included. */
  final long senderOrdinal;

  final Message message;
  final MessageArrived event;

  private volatile byte @Nullable [] encoded;

  TopicEntry(long position, Message message, long senderOrdinal) {
    this.position = position;
    this.senderOrdinal = senderOrdinal;
    this.message = message;
    this.event = new MessageArrived(message);
  }

  /** Two threads may both encode the first time; they write the same. */
  byte[] encoded(Function<Event, byte[]> encoder) {
    byte[] bytes = encoded;
    if (bytes == null) {
      bytes = encoder.apply(event);
      encoded = bytes;
    }
    return bytes;
  }
}
