package dev.parley.engine.topic;

import dev.parley.message.Message;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one reading takes from the log because the tail does not have it. One page at a time is
 * read, on another thread, and the reader is woken when it is there. Used by the reader's drain
 * alone. Positions are those of the log: {@link Message#seq}.
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

  /** The message at {@code seq}; null until it was read, or where it is kept no more. */
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
   * Where the log goes on at or after {@code seq}, as far as that is known: there where it was not
   * looked for, {@code otherwise} where nothing is kept.
   */
  long firstFrom(long seq, long otherwise) {
    Page now = page;
    if (now == null || now.from() != seq) {
      return seq;
    }
    return now.messages().isEmpty() ? otherwise : now.messages().get(0).seq();
  }

  /** Lets go of what was read. */
  void clear() {
    page = null;
  }

  private void read(long seq) {
    reading = true;
    var unused =
        topic
            .readLog(seq - 1, PAGE)
            .whenComplete(
                (messages, away) -> {
                  if (away == null) {
                    page = new Page(seq, messages);
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
