package dev.parley.engine.topic;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What each of the last pushes of a connection was: a place in a topic, or an event of its own. So
 * a connection can be put back to any of them. Used by the reader's drain alone.
 */
final class ReplayBuffer {
  private static final int FIRST_CAPACITY = 16;

  private final int capacity;
  private @Nullable Object[] what = new Object[0];
  private long[] positions = new long[0];
  private long[] ownPassed = new long[0];
  private long newest;
  private long remembered;

  ReplayBuffer(int atLeast) {
    capacity = Integer.highestOneBit(Math.max(1, atLeast - 1)) << 1;
  }

  /** The number of the last push. */
  long newest() {
    return newest;
  }

  /** The number of the last push that is not remembered; 0 where all are. */
  long rememberedAfter() {
    return newest - remembered;
  }

  /** Counts on from {@code number}, and remembers nothing before it. */
  void beginAfter(long number) {
    newest = number;
    remembered = 0;
  }

  /** Counts a push without remembering it. */
  long count() {
    remembered = 0;
    return ++newest;
  }

  /**
   * Remembers the next push.
   *
   * @param source the {@link TopicSubscription} it came from, a {@link LostMessages}, or an event
   *     of its own
   */
  long record(Object source, long position, long own) {
    if (remembered == what.length && what.length < capacity) {
      grow();
    }
    newest++;
    int slot = slot(newest);
    what[slot] = source;
    positions[slot] = position;
    ownPassed[slot] = own;
    remembered = Math.min(remembered + 1, capacity);
    return newest;
  }

  /** Told of each push that is taken back, the newest first. */
  interface Undo {
    void undo(Object source, long position, long ownPassed);
  }

  /**
   * Takes back every push after {@code number}.
   *
   * @return how many of those are not remembered any more
   */
  long takeBackTo(long number, Undo undo) {
    long forgotten = 0;
    while (newest > number) {
      if (remembered == 0) {
        forgotten = newest - number;
        newest = number;
        break;
      }
      int slot = slot(newest);
      Object source = what[slot];
      if (source != null) {
        undo.undo(source, positions[slot], ownPassed[slot]);
      }
      what[slot] = null;
      newest--;
      remembered--;
    }
    return forgotten;
  }

  private int slot(long number) {
    return (int) (number & (what.length - 1));
  }

  private void grow() {
    @Nullable Object[] oldWhat = what;
    long[] oldPositions = positions;
    long[] oldOwn = ownPassed;
    int size = Math.min(capacity, Math.max(FIRST_CAPACITY, oldWhat.length * 2));
    what = new Object[size];
    positions = Arrays.copyOf(new long[0], size);
    ownPassed = Arrays.copyOf(new long[0], size);
    for (long n = newest; n > newest - remembered; n--) {
      int from = (int) (n & (oldWhat.length - 1));
      what[slot(n)] = oldWhat[from];
      positions[slot(n)] = oldPositions[from];
      ownPassed[slot(n)] = oldOwn[from];
    }
  }
}
