package dev.parley.engine.backend.jpa;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.persistence.NotificationChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;

/**
 * Notifies other nodes of the last sequence numbers of topics, and receives their notifications. No
 * caller of a post waits for it. Numbers committed while one notification is on its way go out in
 * the next.
 */
final class PostNotifier implements AutoCloseable {
  private final NotificationChannel notices;
  private final ObjLongConsumer<String> onPost;
  private final NotificationChannel.Listening listening;

  /** The last sequence numbers that other nodes were not yet notified of, by topic key. */
  private final Map<String, Long> pending = new ConcurrentHashMap<>();

  private final AtomicBoolean telling = new AtomicBoolean();
  private final ExecutorService thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          DaemonThreads.named("parley-notices"),
          new ThreadPoolExecutor.DiscardPolicy()); // nothing is sent after the close

  /**
   * Begins to listen.
   *
   * @param onPost called with the key of a topic and the sequence number of its last message
   * @param missed called when anything may have been missed
   */
  PostNotifier(NotificationChannel notices, ObjLongConsumer<String> onPost, Runnable missed) {
    this.notices = notices;
    this.onPost = onPost;
    this.listening = notices.listen(this::hear, missed);
  }

  /** Notifies other nodes that a topic goes up to {@code last}, which is committed. */
  void tell(String key, long last) {
    pending.merge(key, last, Math::max);
    if (telling.compareAndSet(false, true)) {
      thread.execute(this::tellAll);
    }
  }

  private void tellAll() {
    telling.set(false);
    List<String> words = new ArrayList<>();
    for (String key : List.copyOf(pending.keySet())) {
      Long last = pending.remove(key);
      if (last != null) {
        words.add(key + " " + last);
      }
    }
    notices.send(words);
  }

  private void hear(String word) {
    int space = word.indexOf(' ');
    if (space > 0) {
      onPost.accept(word.substring(0, space), Long.parseLong(word, space + 1, word.length(), 10));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    listening.close();
  }
}
