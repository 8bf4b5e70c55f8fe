package dev.parley.engine.log;

import dev.parley.engine.concurrent.CoalescingTask;
import dev.parley.engine.concurrent.ListenerCalls;
import dev.parley.engine.logging.Masking;
import dev.parley.page.ListPage;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A reader of a log that is in rows: whenever it is woken, it reads the items after the last one it
 * passed on, a page at a time, until there are none. Each item is passed once, in order. Where a
 * page cannot be read, the next wake-up reads it.
 *
 * <p>A consumer that throws gets the next item as usual.
 */
public final class LogReader<T> {
  private static final System.Logger LOG = System.getLogger(LogReader.class.getName());

  private static final int MAX_PAGES = 8;

  private final LongFunction<ListPage<T>> pages;
  private final ToLongFunction<T> numbers;
  private final Consumer<T> consumer;
  private final CoalescingTask task;
  private final Queue<LongFunction<T>> unstored = new ConcurrentLinkedQueue<>();
  private volatile boolean ended;
  private volatile boolean failed;
  private long seq;

  /**
   * Makes a reader of what comes after {@code seq}. It reads nothing before it is woken.
   *
   * @param pages reads a page after a number
   * @param numbers returns the number of an item
   * @param executor the executor of the reading
   */
  public LogReader(
      long seq,
      LongFunction<ListPage<T>> pages,
      ToLongFunction<T> numbers,
      Consumer<T> consumer,
      Executor executor) {
    this.seq = seq;
    this.pages = pages;
    this.numbers = numbers;
    this.consumer = consumer;
    this.task = new CoalescingTask(this::read);
    task.runOn(executor);
  }

  /** Reads what there is, on the executor. */
  public void wake() {
    task.wake();
  }

  /**
   * Reads on this thread what it was woken for and has not read, {@value #MAX_PAGES} pages at most.
   * A reading that is under way ends first.
   */
  public void catchUp() {
    int pages = 0;
    while (pages < MAX_PAGES && !task.isIdle() && read()) {
      pages++;
    }
  }

  /** Passes an item that is not stored, made with the number reached by then. */
  public void pass(LongFunction<T> item) {
    unstored.add(item);
    task.wake();
  }

  /** Skips everything up to {@code last}. */
  public synchronized void skipTo(long last) {
    seq = Math.max(seq, last);
  }

  /** Returns true if its last page could not be read, so that it is to be woken again. */
  public boolean hasFailed() {
    return failed;
  }

  /** Ends it: nothing is passed any more, except an item that is being passed. */
  public void end() {
    ended = true;
  }

  /** Passes a page; returns true if there may be more. */
  private synchronized boolean read() {
    ListPage<T> page;
    failed = true; // also where an Error ends the reading
    try {
      page = pages.apply(seq);
      failed = false;
    } catch (RuntimeException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Reading after number {0} failed; the next change reads it again.",
          Long.toString(seq));
      LOG.log(System.Logger.Level.TRACE, "Reading failed.", Masking.trace(away));
      return false;
    }
    for (T item : page.items()) {
      pass(item);
      seq = numbers.applyAsLong(item);
    }
    LongFunction<T> next;
    while ((next = unstored.poll()) != null) {
      pass(next.apply(seq));
    }
    return page.hasMore();
  }

  private void pass(T item) {
    if (ended) {
      return;
    }
    ListenerCalls.pass(item, consumer);
  }
}
