package dev.parley.engine.search;

import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.Message;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
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
 * Collects a thread. A first pass reads back to the root and remembers only which message replies
 * to which. A reply comes after the message it replies to, so one pass forwards then finds all
 * members.
 */
public final class ThreadCollector {
  private record Reply(long seq, MessageId id, MessageId to) {}

  private static final int MAX_STRETCH = 256;

  private final MessageBackend backend;
  private final SeekableBackend index;
  private final TopicName topic;
  private final Deque<Reply> replies = new ArrayDeque<>();
  private final TreeSet<Long> positions = new TreeSet<>();
  private boolean truncated;

  private ThreadCollector(MessageBackend backend, SeekableBackend index, TopicName topic) {
    this.backend = backend;
    this.index = index;
    this.topic = topic;
  }

  /**
   * Collects the thread that begins with {@code root}.
   *
   * @param index the same backend
   */
  public static SearchResult of(
      MessageBackend backend, SeekableBackend index, TopicName topic, MessageId root) {
    ThreadCollector reading = new ThreadCollector(backend, index, topic);
    reading.goBackTo(root);
    reading.gather(root);
    return new SearchResult(reading.messages(), reading.truncated, OptionalLong.empty());
  }

  private void goBackTo(MessageId root) {
    ReverseReader backwards = new ReverseReader(backend, index, topic, OptionalLong.empty(), 0);
    StoredMessage head = backwards.head();
    for (int looked = 0; head != null; looked++) {
      if (looked == DurableTopics.MAX_LOOKED_AT) {
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
        if (positions.size() == DurableTopics.MAX_OF_A_THREAD) {
          truncated = true;
          return;
        }
        members.add(reply.id());
        positions.add(reply.seq());
      }
    }
  }

  /** Reads the messages in stretches, each from one member to another. */
  private List<StoredMessage> messages() {
    List<StoredMessage> messages = new ArrayList<>();
    Long first = positions.isEmpty() ? null : positions.first();
    while (first != null) {
      int stretch = (int) (positions.headSet(first + MAX_STRETCH).last() - first + 1);
      Cursor before = index.cursorAfter(topic, first - 1);
      for (StoredMessage stored :
          backend.fetchAfter(topic, Optional.of(before), stretch).messages()) {
        if (positions.contains(stored.message().seq())) {
          messages.add(stored);
        }
      }
      first = positions.higher(first + stretch - 1);
    }
    return messages;
  }
}
