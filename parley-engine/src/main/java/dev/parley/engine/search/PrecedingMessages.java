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

/** What stands before a position of a topic. */
public final class PrecedingMessages {
  private PrecedingMessages() {}

  /**
   * The last messages before {@code seq}, in order.
   *
   * @param index the same store
   * @param seq empty: before the end
   * @param limit at most this many
   */
  public static List<Message> before(
      MessageBackend store, SeekableBackend index, TopicName topic, OptionalLong seq, int limit) {
    ReverseReader back = new ReverseReader(store, index, topic, seq, 0);
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
