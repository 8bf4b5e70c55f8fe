package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one reading takes from the log because the tail has it no more. One page at a time is read,
 * on another thread, and the reader is woken when it is there. Used by the reader's drain alone.
 */
final class Backlog {
  private static final System.Logger LOG = System.getLogger(Backlog.class.getName());
  private static final int PAGE = 512;
  private static final long AGAIN_AFTER_MILLIS = 500;

  /**
   * What was found from a position on: from there, or from a later one where it is kept no more.
   */
  private record Page(long from, List<Message> messages) {}

  private final Topic topic;
  private final Reader reader;
  private volatile @Nullable Page page;
  private volatile boolean reading;

  Backlog(Topic topic, Reader reader) {
    this.topic = topic;
    this.reader = reader;
  }

  /** The entry at {@code position}; null until it was read, or where it is kept no more. */
  @Nullable Entry at(long position) {
    Page now = page;
    if (now != null && !now.messages().isEmpty()) {
      long first = topic.position(now.messages().get(0));
      long index = position - first;
      if (index >= 0 && index < now.messages().size()) {
        return new Entry(position, now.messages().get((int) index), 0);
      }
    }
    if (!reading && (now == null || now.from() != position)) {
      read(position);
    }
    return null;
  }

  /**
   * Where the log goes on at or after {@code position}, as far as that is known: the position
   * itself where it was not looked for, {@code otherwise} where nothing is kept.
   */
  long firstFrom(long position, long otherwise) {
    Page now = page;
    if (now == null || now.from() != position) {
      return position;
    }
    return now.messages().isEmpty() ? otherwise : topic.position(now.messages().get(0));
  }

  /** Lets go of what was read. */
  void clear() {
    page = null;
  }

  private void read(long position) {
    reading = true;
    var unused =
        topic
            .readLog(position, PAGE)
            .whenComplete(
                (messages, away) -> {
                  if (away == null) {
                    page = new Page(position, messages);
                    goOn();
                  } else {
                    LOG.log(System.Logger.Level.DEBUG, "The log is away; reading again.", away);
                    CompletableFuture.delayedExecutor(AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS)
                        .execute(this::goOn);
                  }
                });
  }

  private void goOn() {
    reading = false;
    reader.wake();
  }
}
