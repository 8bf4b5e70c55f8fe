package dev.parley.chat.telegram;

import dev.parley.engine.concurrent.BoundedMap;
import java.time.Duration;
import java.util.Map;

/**
 * The order of sent messages and updates. The answer to a sending comes at once and an update
 * somewhat later, so the topic would have them the wrong way round. The ids of a chat count up by
 * one, so a sent message shows whether one before it is still to come, and waits for it a moment.
 *
 * <p>An id may be missing for good, as that of another bot's message; then the wait is for nothing
 * and short.
 */
final class TelegramOrder {
  private static final int MAX_CHATS = 1_000;
  private static final long SUPERGROUPS = -1_000_000_000_000L;

  /** Groups and people share the ids of the account; supergroups and channels have their own. */
  private static final String ACCOUNT = "account";

  private static final int CATCH_UP = 10;

  private final long gapNanos;

  /** The highest ids by what counts them. */
  private final Map<String, Long> highest = new BoundedMap<>(MAX_CHATS);

  private boolean isCaughtUp;

  TelegramOrder(Duration gap) {
    this.gapNanos = gap.toNanos();
  }

  /** Takes note that all updates were read, or that some may wait. */
  synchronized void caughtUp(boolean caughtUp) {
    isCaughtUp = caughtUp;
    notifyAll();
  }

  /** Takes note that a message came. */
  synchronized void passed(String chat, long id) {
    highest.merge(counter(chat), id, Math::max);
    notifyAll();
  }

  /** Takes note that it is not known whether a message was sent. */
  synchronized void lost(String chat) {
    highest.remove(counter(chat));
  }

  /** Returns when the messages before a sent one came, or do not come. */
  synchronized void sent(String chat, long id) {
    long start = System.nanoTime();
    try {
      while (isEarly(chat, id)) {
        long left = start + (isCaughtUp ? gapNanos : CATCH_UP * gapNanos) - System.nanoTime();
        if (left <= 0) {
          break;
        }
        wait(Duration.ofNanos(left).toMillis() + 1);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt(); // the message is sent; its order counts less
    }
    passed(chat, id);
  }

  private boolean isEarly(String chat, long id) {
    Long before = highest.get(counter(chat));
    return before == null ? !isCaughtUp : before < id - 1;
  }

  private static String counter(String chat) {
    return Long.parseLong(chat) < SUPERGROUPS ? chat : ACCOUNT;
  }
}
