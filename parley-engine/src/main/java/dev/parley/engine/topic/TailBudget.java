package dev.parley.engine.topic;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory of the recent messages of all topics of a node. Past the bound, the topics with
 * most give up their older messages first; those their readers are about to read stay.
 */
public final class TailBudget {
  private static final int PART_OF_HEAP = 8;

  /** The bound is checked whenever this part of it was appended. */
  private static final int PART_UNCHECKED = 64;

  private record Size(Topic topic, long bytes) {}

  private final long maxBytes;
  private final Set<Topic> topics = ConcurrentHashMap.newKeySet();
  private final AtomicLong unchecked = new AtomicLong();
  private final AtomicBoolean checking = new AtomicBoolean();

  /** Makes a budget of {@code maxBytes}, which is exceeded by a 64th at most. */
  public TailBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns a budget of an eighth of the heap. */
  public static TailBudget ofHeap() {
    return new TailBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /** Counts {@code topic} from now on. */
  public void add(Topic topic) {
    topics.add(topic);
  }

  /** Counts {@code topic} no longer. */
  public void remove(Topic topic) {
    topics.remove(topic);
  }

  /** Notes that an entry was appended to one of the topics. */
  void appended(long bytes) {
    if (unchecked.addAndGet(bytes) < maxBytes / PART_UNCHECKED) {
      return;
    }
    if (checking.compareAndSet(false, true)) {
      try {
        unchecked.set(0);
        check();
      } finally {
        checking.set(false);
      }
    }
  }

  private void check() {
    List<Size> sizes = topics.stream().map(topic -> new Size(topic, topic.bytes())).toList();
    long used = sizes.stream().mapToLong(Size::bytes).sum();
    if (used <= maxBytes) {
      return;
    }
    long goal = maxBytes - maxBytes / PART_OF_HEAP;
    for (Size largest :
        sizes.stream().sorted(Comparator.comparingLong(Size::bytes).reversed()).toList()) {
      used -= largest.topic().dropOlderHalf();
      if (used <= goal) {
        return;
      }
    }
  }
}
