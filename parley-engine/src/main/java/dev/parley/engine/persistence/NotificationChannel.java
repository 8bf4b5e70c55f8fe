package dev.parley.engine.persistence;

import java.util.List;
import java.util.function.Consumer;

/**
 * Notifications between processes over one database. A notification may be lost, with a connection
 * or with its sender: a listener therefore polls as well, now and then.
 *
 * <p>Safe for any thread.
 */
public interface NotificationChannel {

  /**
   * Sends {@code words} to all listeners, this process among them, and returns when the database
   * has them. Words it cannot take are lost.
   *
   * @param words each of fewer than 8,000 bytes
   */
  void send(List<String> words);

  /**
   * Listens until it is closed, on a thread and a connection of its own. A broken connection is
   * replaced by another.
   *
   * @param listener gets each word, one at a time
   * @param missed runs on the same thread whenever words may have been missed: at first, and when a
   *     connection was replaced
   */
  Listening listen(Consumer<String> listener, Runnable missed);

  /** A listener. */
  interface Listening extends AutoCloseable {

    /** Ends it, without waiting for a word in progress. */
    @Override
    void close();
  }
}
