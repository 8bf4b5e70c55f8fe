package dev.parley.engine.log;

import dev.parley.engine.concurrent.ListenerCalls;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A follower that begins in the past, for a backend that can read a topic in pages and follow it
 * from now on. New messages wait while it reads the earlier ones. Each message is passed once, in
 * order.
 *
 * <p>At most {@value #MAX_WAITING} messages wait. Where more arrive, it begins again after the last
 * one it has read.
 */
public final class CatchUp {
  static final int MAX_WAITING = 1_024;

  private final Consumer<StoredMessage> follower;
  private final Queue<StoredMessage> waiting = new ArrayDeque<>();
  private volatile boolean live;
  private boolean overflown;

  private CatchUp(Consumer<StoredMessage> follower) {
    this.follower = follower;
  }

  /**
   * Follows a topic from a cursor on. The calling thread passes the earlier messages before this
   * returns.
   *
   * @param live subscribes to the messages from now on
   * @param past reads a page after a cursor
   * @param from the cursor to follow from
   * @throws dev.parley.problem.ParleyException of {@code live} or {@code past}; then nothing is
   *     followed
   */
  public static Subscription follow(
      Function<Consumer<StoredMessage>, LiveSubscription> live,
      Function<Cursor, MessagePage> past,
      Cursor from,
      Consumer<StoredMessage> follower) {
    Cursor at = from;
    for (; ; ) {
      CatchUp catchUp = new CatchUp(follower);
      LiveSubscription begun = live.apply(catchUp::take);
      boolean isLive = false;
      try {
        at = catchUp.read(past, at, begun.after());
        isLive = catchUp.goLive();
      } finally {
        if (!isLive) {
          begun.subscription().close();
        }
      }
      if (isLive) {
        return begun.subscription();
      }
    }
  }

  /** Passes everything after {@code from} up to {@code last}; returns the cursor at its end. */
  private Cursor read(Function<Cursor, MessagePage> past, Cursor from, long last) {
    Cursor at = from;
    MessagePage page;
    do {
      page = past.apply(at);
      for (StoredMessage stored : page.messages()) {
        if (stored.message().seq() > last) {
          return at;
        }
        ListenerCalls.pass(stored, follower);
        at = stored.cursor();
      }
    } while (page.hasMore());
    return at;
  }

  private void take(StoredMessage stored) {
    if (live) {
      follower.accept(stored);
    } else {
      takeEarly(stored);
    }
  }

  private synchronized void takeEarly(StoredMessage stored) {
    if (live) {
      follower.accept(stored);
    } else if (waiting.size() < MAX_WAITING) {
      waiting.add(stored);
    } else {
      overflown = true;
    }
  }

  /** Passes the waiting messages; returns false where there were too many. */
  private synchronized boolean goLive() {
    if (overflown) {
      return false;
    }
    waiting.forEach(stored -> ListenerCalls.pass(stored, follower));
    waiting.clear();
    live = true;
    return true;
  }
}
