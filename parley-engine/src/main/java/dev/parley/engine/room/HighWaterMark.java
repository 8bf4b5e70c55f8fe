package dev.parley.engine.room;

import dev.parley.problem.ParleyException;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * Keeps a room's row far ahead of the numbers its broker assigns. A broker that lost its numbers,
 * or a log that begins, continues after them.
 */
final class HighWaterMark implements LongConsumer {
  private static final int AHEAD = RoomNumberRows.RESERVED / 2;

  private final RoomNumberRows rows;
  private final String room;
  private final Executor executor;
  private long covered;

  HighWaterMark(RoomNumberRows rows, String room, Executor executor) {
    this.rows = rows;
    this.room = room;
    this.executor = executor;
  }

  /** Handles a message with number {@code seq}. */
  @Override
  public synchronized void accept(long seq) {
    if (seq + AHEAD > covered) {
      covered = seq + RoomNumberRows.RESERVED;
      long last = covered;
      executor.execute(() -> cover(last));
    }
  }

  private void cover(long last) {
    try {
      rows.cover(room, last);
    } catch (ParleyException databaseIsAway) {
      forget();
    }
  }

  private synchronized void forget() {
    covered = 0;
  }
}
