package dev.parley.engine.backend.jpa;

import dev.parley.engine.backend.LogPosition;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Optional;

/** The messages of durable topics in pages. */
final class TopicPages {
  private final TopicRows rows;

  TopicPages(TopicRows rows) {
    this.rows = rows;
  }

  /**
   * Reads at most {@code limit} messages after a cursor, or the newest.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument}; {@code position_lost}
   */
  MessagePage page(TopicName topic, String key, Optional<Cursor> after, int limit) {
    if (after.isEmpty()) {
      List<StoredMessage> newest = rows.newest(topic, key, limit);
      return new MessagePage(newest, next(newest, LogPosition.after(key, 0)), false);
    }
    List<StoredMessage> found = following(topic, key, after.get(), limit + 1);
    boolean hasMore = found.size() > limit;
    List<StoredMessage> messages = hasMore ? found.subList(0, limit) : found;
    return new MessagePage(messages, next(messages, after.get()), hasMore);
  }

  /** Reads the message before too, where it is kept: it shows whether the cursor is of this log. */
  private List<StoredMessage> following(TopicName topic, String key, Cursor after, int limit) {
    LogPosition position = LogPosition.in(topic, key, after);
    List<StoredMessage> found = rows.after(topic, key, position.seq() - 1, limit + 1);
    if (found.isEmpty()) {
      position.checkIsWithin(rows.last(key));
      return found;
    }
    Message first = found.get(0).message();
    if (first.seq() == position.seq()) {
      position.checkIsAfter(first.id());
      return found.subList(1, found.size());
    }
    return found.size() > limit ? found.subList(0, limit) : found;
  }

  private static Cursor next(List<StoredMessage> messages, Cursor otherwise) {
    return messages.isEmpty() ? otherwise : messages.get(messages.size() - 1).cursor();
  }
}
