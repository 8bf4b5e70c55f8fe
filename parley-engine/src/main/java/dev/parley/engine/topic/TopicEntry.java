package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.message.Message;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A message in a tail, with its one encoding, which all readers share. */
final class TopicEntry {
  /** The index in the tail: from 1 by ones, whatever the message's number is. */
  final long index;

  /** The number of messages of this sender's connection in the tail so far, this one included. */
  final long senderCount;

  final Message message;
  final MessageArrived event;

  private volatile byte @Nullable [] encoded;

  TopicEntry(long index, Message message, long senderCount) {
    this.index = index;
    this.senderCount = senderCount;
    this.message = message;
    this.event = new MessageArrived(message);
  }

  /** Encodes it once; two threads may both encode the first time, and write the same bytes. */
  byte[] encoded(Function<Event, byte[]> encoder) {
    byte[] bytes = encoded;
    if (bytes == null) {
      bytes = encoder.apply(event);
      encoded = bytes;
    }
    return bytes;
  }
}
