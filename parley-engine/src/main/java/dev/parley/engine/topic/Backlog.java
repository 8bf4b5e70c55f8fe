package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The messages one subscription reads from the log because the tail does not have them. One page at
 * a time is read on another thread, which wakes the reader. Used by the reader's drain alone, with
 * the log's numbers, {@link Message#seq}.
 */
final class Backlog {
  private static final System.Logger LOG = System.getLogger(Backlog.class.getName());
  private static final int PAGE = 512;
  private static final long RETRY_AFTER_MILLIS = 500;

  /**
   * The messages found from a number on, or from a later one where the first are no longer stored.
   */
  private record Page(long from, List<Message> messages) {}

  private final Topic topic;
  private final ConnectionReader reader;
  private volatile @Nullable Page page;
  private volatile boolean reading;

  Backlog(Topic topic, ConnectionReader reader) {
    this.topic = topic;
    this.reader = reader;
  }

  /** Returns the message {@code seq}; null until it was read, or where it is no longer stored. */
  @Nullable Message at(long seq) {
    Page now = page;
    if (now != null && !now.messages().isEmpty()) {
      long index = seq - now.messages().get(0).seq();
      if (index >= 0 && index < now.messages().size()) {
        return now.messages().get((int) index);
      }
    }
    if (!reading && (now == null || now.from() != seq)) {
      read(seq);
    }
    return null;
  }

  /**
   * Returns the first number at or after {@code seq} that the log has, as far as that is known:
   * {@code seq} before the log was read, {@code otherwise} where it has nothing.
   */
  long firstFrom(long seq, long otherwise) {
    Page now = page;
    if (now == null || now.from() != seq) {
      return seq;
    }
    return now.messages().isEmpty() ? otherwise : now.messages().get(0).seq();
  }

  /** Returns true if a page was read. */
  boolean isInUse() {
    return page != null;
  }

  /** Drops the page that was read. */
  void clear() {
    page = null;
  }

  private void read(long seq) {
    reading = true;
    var unused =
        topic
            .readLog(seq - 1, PAGE)
            .whenComplete(
                (messages, failure) -> {
                  if (failure == null) {
                    page = new Page(seq, messages);
                    resume();
                  } else {
                    LOG.log(
                        System.Logger.Level.DEBUG,
                        "Reading the durable log failed; retrying.",
                        failure);
                    CompletableFuture.delayedExecutor(RETRY_AFTER_MILLIS, TimeUnit.MILLISECONDS)
                        .execute(this::resume);
                  }
                });
  }

  private void resume() {
    reading = false;
    reader.wake();
  }
}
