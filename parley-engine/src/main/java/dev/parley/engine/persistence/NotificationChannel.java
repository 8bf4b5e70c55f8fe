package dev.parley.engine.persistence;

import java.util.List;
import java.util.function.Consumer;

/**
 * Words that processes over one database call to each other. A word may be lost, with a connection
 * or with the process that was about to send it: who listens looks by itself too, now and then.
 *
 * <p>Safe for any thread.
 */
public interface NotificationChannel {

  /**
   * Calls {@code words} to all that listen, this process among them, and returns when the database
   * has them. What it cannot take is lost.
   *
   * @param words each of fewer than 8,000 bytes
   */
  void send(List<String> words);

  /**
   * Listens until it is closed, by a thread and a connection of its own. A connection that broke is
   * replaced by another.
   *
   * @param heard told each word, one at a time
   * @param missed told by the same thread whenever words may have been missed: at first, and when a
   *     connection was replaced
   */
  Listening listen(Consumer<String> heard, Runnable missed);

  /** What listens. */
  interface Listening extends AutoCloseable {

    /** Ends it, without waiting for a word that is being told. */
    @Override
    void close();
  }
}
