package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.ConnectionId;
import dev.parley.message.Message;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A message in a tail, with its one encoding, which all readers share. */
final class TopicEntry {
  /** The memory of an entry without its text. */
  private static final int OVERHEAD_BYTES = 512;

  /** The number of the message. */
  final long seq;

  /** The number of the message before it; further back than one where numbers are missing. */
  final long previous;

  /** The number of messages of this sender's connection in the tail so far, this one included. */
  final long senderCount;

  final Message message;
  final MessageArrived event;

  /** The hash of the sender's connection. Every reader asks whose an entry is. */
  private final int senderHash;

  private volatile byte @Nullable [] encoded;

  TopicEntry(Message message, long previous, long senderCount) {
    this.seq = message.seq();
    this.previous = previous;
    this.senderCount = senderCount;
    this.message = message;
    this.event = new MessageArrived(message);
    this.senderHash = message.sender().connection().hashCode();
  }

  /** An entry that was read from the log. */
  static TopicEntry ofLog(Message message) {
    return new TopicEntry(message, message.seq() - 1, 0);
  }

  /** Returns true if {@code connection}, whose hash is {@code hash}, has sent it. */
  boolean isFrom(ConnectionId connection, int hash) {
    return senderHash == hash && message.sender().connection().equals(connection);
  }

  /** Returns about how many bytes of memory it needs, with its encoding. */
  long bytes() {
    return OVERHEAD_BYTES + 2L * message.text().length();
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
