package dev.parley.engine.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep their process alive. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** Returns a thread that is not started yet. */
  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns a factory of threads that all have one name. */
  public static ThreadFactory named(String name) {
    return work -> of(name, work);
  }

  /** Returns a factory of threads whose names are counted: {@code name-1}, {@code name-2}. */
  public static ThreadFactory numbered(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> of(name + "-" + count.incrementAndGet(), work);
  }
}
