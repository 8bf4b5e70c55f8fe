package dev.parley.engine.search;

import dev.parley.message.Bus;
import dev.parley.message.Cursor;
import dev.parley.message.Found;
import dev.parley.message.Message;
import dev.parley.message.MessageId;
import dev.parley.message.TopicName;
import dev.parley.spi.Indexed;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gathers a thread. On the way back to the message it begins with, only who replies to whom is
 * remembered; a reply comes after what it replies to, so one way forward then tells which belong.
 */
public final class ThreadReading {
  private record Reply(long seq, MessageId id, MessageId to) {}

  private static final int LONGEST_STRETCH = 256;

  private final MessageBackend store;
  private final Indexed index;
  private final TopicName topic;
  private final Deque<Reply> replies = new ArrayDeque<>();
  private final TreeSet<Long> positions = new TreeSet<>();
  private boolean truncated;

  private ThreadReading(MessageBackend store, Indexed index, TopicName topic) {
    this.store = store;
    this.index = index;
    this.topic = topic;
  }

  /**
   * The thread that begins with {@code root}.
   *
   * @param index the same store
   */
  public static Found of(MessageBackend store, Indexed index, TopicName topic, MessageId root) {
    ThreadReading reading = new ThreadReading(store, index, topic);
    reading.goBackTo(root);
    reading.gather(root);
    return new Found(reading.messages(), reading.truncated, OptionalLong.empty());
  }

  private void goBackTo(MessageId root) {
    Backwards backwards = new Backwards(store, index, topic, OptionalLong.empty(), 0);
    Stored head = backwards.head();
    for (int looked = 0; head != null; looked++) {
      if (looked == Bus.MOST_LOOKED_AT) {
        truncated = true;
        return;
      }
      Message message = head.message();
      if (message.id().equals(root)) {
        positions.add(message.seq());
        return;
      }
      message
          .draft()
          .inReplyTo()
          .ifPresent(to -> replies.addFirst(new Reply(message.seq(), message.id(), to)));
      backwards.pass();
      head = backwards.head();
    }
  }

  private void gather(MessageId root) {
    Set<MessageId> members = new HashSet<>(Set.of(root));
    for (Reply reply : replies) {
      if (members.contains(reply.to())) {
        if (positions.size() == Bus.MOST_OF_A_THREAD) {
          truncated = true;
          return;
        }
        members.add(reply.id());
        positions.add(reply.seq());
      }
    }
  }

  /** Reads them in stretches, each from one that belongs to another that does. */
  private List<Stored> messages() {
    List<Stored> messages = new ArrayList<>();
    Long first = positions.isEmpty() ? null : positions.first();
    while (first != null) {
      int stretch = (int) (positions.headSet(first + LONGEST_STRETCH).last() - first + 1);
      Cursor before = index.cursorAfter(topic, first - 1);
      for (Stored stored : store.fetchAfter(topic, Optional.of(before), stretch).messages()) {
        if (positions.contains(stored.message().seq())) {
          messages.add(stored);
        }
      }
      first = positions.higher(first + stretch - 1);
    }
    return messages;
  }
}
