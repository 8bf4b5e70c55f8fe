package dev.parley.engine.search;

import dev.parley.message.Message;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/** Reads the messages before a number of a topic. */
public final class PrecedingMessages {
  private PrecedingMessages() {}

  /**
   * Reads the last messages before {@code seq}, in order.
   *
   * @param index the same backend
   * @param seq empty: before the end
   * @param limit the maximum number of messages
   */
  public static List<Message> before(
      MessageBackend backend, SeekableBackend index, TopicName topic, OptionalLong seq, int limit) {
    ReverseReader back = new ReverseReader(backend, index, topic, seq, 0);
    Deque<Message> read = new ArrayDeque<>();
    for (StoredMessage head = back.head();
        head != null && read.size() < limit;
        head = read.size() < limit ? back.head() : null) {
      read.addFirst(head.message());
      back.pass();
    }
    return List.copyOf(read);
  }
}
