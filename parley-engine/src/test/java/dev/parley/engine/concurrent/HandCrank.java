package dev.parley.engine.concurrent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** An executor that does nothing until it is turned, on the thread that turns it. */
public final class HandCrank implements Executor {
  private final Deque<Runnable> waiting = new ArrayDeque<>();

  @Override
  public synchronized void execute(Runnable work) {
    waiting.addLast(work);
  }

  /** Counts the pieces of work that wait. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Does one piece of work, if one waits. */
  public boolean turnOnce() {
    Runnable work;
    synchronized (this) {
      work = waiting.pollFirst();
    }
    if (work == null) {
      return false;
    }
    work.run();
    return true;
  }

  /** Works until nothing waits; fails where that never comes. */
  public void turn() {
    int turns = 0;
    while (turnOnce()) {
      if (++turns > 100_000) {
        throw new AssertionError("the work never ends");
      }
    }
  }
}
