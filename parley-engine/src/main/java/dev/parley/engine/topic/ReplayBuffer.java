package dev.parley.engine.topic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of each recent push of a connection: an entry of a topic, or an event of its own. A
 * connection can be set back to any of them. Used by the reader's drain alone.
 */
final class ReplayBuffer {
  private static final int FIRST_CAPACITY = 16;
  private static final int MAX_LOSSES = 64;

  /** A push that is no longer remembered and said that this many messages were lost. */
  private record ForgottenLoss(long number, long messages) {}

  private final int capacity;
  private @Nullable Object[] sources = new Object[0];
  private long[] seqs = new long[0];
  private long[] ownPassed = new long[0];
  private final List<ForgottenLoss> losses = new ArrayList<>(0);
  private long newest;
  private long remembered;

  ReplayBuffer(int atLeast) {
    capacity = Integer.highestOneBit(Math.max(1, atLeast - 1)) << 1;
  }

  /** Returns the number of the last push. */
  long newest() {
    return newest;
  }

  /** Returns the number of the last push that is no longer remembered; 0 where all are. */
  long rememberedAfter() {
    return newest - remembered;
  }

  /** Continues numbering after {@code number}, and remembers nothing before it. */
  void beginAfter(long number) {
    newest = number;
    remembered = 0;
    losses.clear();
  }

  /** Counts a push without remembering it. */
  long count() {
    while (remembered > 0) {
      forgetOldest();
    }
    return ++newest;
  }

  /**
   * Remembers the next push.
   *
   * @param source the {@link TopicSubscription} it came from, a {@link LostMessages}, or an event
   *     of its own
   */
  long record(Object source, long seq, long own) {
    if (remembered == sources.length && sources.length < capacity) {
      grow();
    }
    if (remembered == capacity) {
      forgetOldest();
    }
    newest++;
    int slot = slot(newest);
    sources[slot] = source;
    seqs[slot] = seq;
    ownPassed[slot] = own;
    remembered++;
    return newest;
  }

  private void forgetOldest() {
    long oldest = newest - remembered + 1;
    if (sources[slot(oldest)] instanceof LostMessages loss) {
      losses.add(new ForgottenLoss(oldest, loss.count()));
      if (losses.size() > MAX_LOSSES) {
        losses.remove(0);
      }
    }
    remembered--;
  }

  /** Called for each push that is taken back, newest first. */
  interface Undo {
    void undo(Object source, long seq, long ownPassed);
  }

  /**
   * Takes back every push after {@code number}.
   *
   * @return the number of those that are no longer remembered, each loss for as many as it was
   */
  long takeBackTo(long number, Undo undo) {
    long forgotten = 0;
    while (newest > number) {
      if (remembered == 0) {
        forgotten = newest - number + moreLostAfter(number);
        newest = number;
        break;
      }
      int slot = slot(newest);
      Object source = sources[slot];
      if (source != null) {
        undo.undo(source, seqs[slot], ownPassed[slot]);
      }
      sources[slot] = null;
      newest--;
      remembered--;
    }
    return forgotten;
  }

  /** Returns how many messages more than pushes are forgotten after {@code number}. */
  private long moreLostAfter(long number) {
    long more = 0;
    while (!losses.isEmpty() && losses.get(losses.size() - 1).number() > number) {
      more += losses.remove(losses.size() - 1).messages() - 1;
    }
    return more;
  }

  private int slot(long number) {
    return (int) (number & (sources.length - 1));
  }

  private void grow() {
    @Nullable Object[] oldSources = sources;
    long[] oldSeqs = seqs;
    long[] oldOwn = ownPassed;
    int size = Math.min(capacity, Math.max(FIRST_CAPACITY, oldSources.length * 2));
    sources = new Object[size];
    seqs = Arrays.copyOf(new long[0], size);
    ownPassed = Arrays.copyOf(new long[0], size);
    for (long n = newest; n > newest - remembered; n--) {
      int from = (int) (n & (oldSources.length - 1));
      sources[slot(n)] = oldSources[from];
      seqs[slot(n)] = oldSeqs[from];
      ownPassed[slot(n)] = oldOwn[from];
    }
  }
}
