package dev.parley.engine.room;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one room, taken from its row a block at a time (the hi/lo way), so that a message
 * needs no statement and a restart never repeats one. The next block is taken ahead, in the
 * background, when half of this one is used; blocks grow while they are used up fast.
 *
 * <p>{@link #next} is called under the topic's lock.
 */
final class NumberBlock {
  private static final int FIRST = 256;
  private static final int LARGEST = 65_536;
  private static final long FAST_NANOS = 1_000_000_000;

  private final RoomRows rows;
  private final String room;
  private int size = FIRST;
  private long used;
  private long end;
  private long takenAt;
  private @Nullable CompletableFuture<Long> ahead;
  private boolean started;

  NumberBlock(RoomRows rows, String room) {
    this.rows = rows;
    this.room = room;
  }

  synchronized long next() {
    if (used == end) {
      begin(started && ahead != null ? finished(ahead) : rows.takeNumbers(room, size));
    } else if (ahead == null && end - used <= size / 2) {
      adapt();
      int wanted = size;
      ahead = CompletableFuture.supplyAsync(() -> rows.takeNumbers(room, wanted));
    }
    return ++used;
  }

  /** Gives back what was not used, so that an orderly restart goes on without a jump. */
  synchronized void giveBack() {
    if (!started) {
      return;
    }
    long top = end;
    if (ahead != null) {
      top = finished(ahead) + size;
      ahead = null;
    }
    rows.returnNumbers(room, top, used);
    end = used;
    started = false;
  }

  private void begin(long before) {
    ahead = null;
    started = true;
    used = before;
    end = before + size;
    takenAt = System.nanoTime();
  }

  private void adapt() {
    if (System.nanoTime() - takenAt < FAST_NANOS && size < LARGEST) {
      size *= 2;
    }
  }

  private long finished(CompletableFuture<Long> block) {
    try {
      return block.join();
    } catch (CompletionException e) {
      ahead = null;
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
