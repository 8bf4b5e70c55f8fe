package dev.parley.engine.room;

import dev.parley.problem.ParleyException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one room, taken from its row a block at a time (the hi/lo way). A message needs no
 * statement, and a restart never repeats a number. The next block is taken ahead, in the
 * background, when half of this one is used; blocks grow while they are used up fast.
 *
 * <p>{@link #next} is called under the topic's lock.
 */
final class HiLoSequence {
  private static final int FIRST = 256;
  private static final int MAX_SIZE = 65_536;
  private static final long FAST_NANOS = 1_000_000_000;

  private final RoomNumberRows rows;
  private final String room;
  private int size = FIRST;
  private long used;
  private long end;
  private long askAt;
  private long takenAt;
  private @Nullable CompletableFuture<Long> ahead;

  HiLoSequence(RoomNumberRows rows, String room) {
    this.rows = rows;
    this.room = room;
  }

  synchronized long next() {
    if (used == end) {
      begin(nextBlock());
    } else if (end - used <= askAt && (ahead == null || ahead.isCompletedExceptionally())) {
      askAhead();
    }
    return ++used;
  }

  /**
   * Returns unused numbers, so that the numbering continues without a jump after an orderly
   * restart. Each block is returned by itself: another process may have the numbers in between.
   */
  synchronized void giveBack() {
    CompletableFuture<Long> block = ahead;
    ahead = null;
    if (block != null) {
      try {
        long before = finished(block);
        rows.giveBack(room, before + size, before);
      } catch (ParleyException databaseWasAway) {
        // not taken, or taken in vain: a jump, never a repeat
      }
    }
    if (used < end) {
      rows.giveBack(room, end, used);
      end = used;
    }
  }

  private long nextBlock() {
    if (ahead != null) {
      try {
        return finished(ahead);
      } catch (ParleyException databaseWasAway) {
        // the database may be back by now
      }
    }
    return rows.take(room, size);
  }

  private void begin(long before) {
    ahead = null;
    used = before;
    end = before + size;
    askAt = size / 2;
    takenAt = System.nanoTime();
  }

  /**
   * Requests the next block at a half; where the database was unreachable, again at a quarter, an
   * eighth, and so on.
   */
  private void askAhead() {
    if (ahead == null && System.nanoTime() - takenAt < FAST_NANOS && size < MAX_SIZE) {
      size *= 2;
    }
    int wanted = size;
    askAt /= 2;
    ahead = CompletableFuture.supplyAsync(() -> rows.take(room, wanted));
  }

  private static long finished(CompletableFuture<Long> block) {
    try {
      return block.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
