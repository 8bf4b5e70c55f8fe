package dev.parley.war.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for bodies that are still arriving. Short bodies are free, since their number is bounded
 * by that of connections.
 */
final class BodyBudget {
  /** A body up to this many bytes takes nothing. */
  static final int FREE_BYTES = 16 * 1024;

  private static final long MIN_BYTES = 8L << 20;
  private static final int SHARE_OF_HEAP = 8;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /** A budget of an eighth of the heap. */
  BodyBudget() {
    this(Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
  }

  BodyBudget(long most) {
    this.most = most;
  }

  /** Takes {@code bytes}; answers whether there was room. */
  boolean take(long bytes) {
    if (taken.addAndGet(bytes) > most) {
      taken.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}
