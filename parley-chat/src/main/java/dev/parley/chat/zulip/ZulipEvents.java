package dev.parley.chat.zulip;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A thread that polls the events of a queue, and registers another queue where it is lost. */
final class ZulipEvents implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ZulipEvents.class.getName());
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  /** Receives events. The methods are called by one thread. */
  interface Handler {
    /** Another queue, from which events come at once. */
    ZulipQueue register();

    /** Takes note that events of a new queue come. */
    void registered();

    /** Takes an event; false where another queue is needed from here on. */
    boolean event(JsonNode event);
  }

  private final ZulipApi api;
  private final Handler handler;
  private final Reconnects reconnects;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable ZulipQueue queue;
  private volatile boolean isReachable = true;
  private volatile boolean isClosed;

  /** Used by the thread alone. */
  private boolean isUsed = true;

  /**
   * Events, which come after {@link #start}.
   *
   * @param queue the first queue
   * @param firstWait the first wait after a failure
   */
  ZulipEvents(ZulipApi api, ZulipQueue queue, Handler handler, Duration firstWait) {
    this.api = api;
    this.handler = handler;
    this.queue = queue;
    this.reconnects = new Reconnects(firstWait, MAX_WAIT);
    this.thread = DaemonThreads.of("parley-zulip-events", this::run);
  }

  /** Begins. */
  void start() {
    thread.start();
  }

  /** The queue of now. */
  Optional<ZulipQueue> queue() {
    return Optional.ofNullable(queue);
  }

  /** Returns true if the last call for events had an answer. */
  boolean isReachable() {
    return isReachable && !isClosed && api.lost().isEmpty();
  }

  private void run() {
    try {
      readEvents();
    } finally {
      queue = null;
      ended.countDown();
    }
  }

  private void readEvents() {
    while (!isClosed && api.lost().isEmpty()) {
      try {
        step();
        isReachable = true;
      } catch (ChatFailure failure) {
        pause(failure);
      } catch (RuntimeException failure) {
        queue = null; // an event was not taken, so its message is read from the history
        pause(failure);
      }
    }
    if (!isClosed) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Zulip no longer accepts the login of the bot ({0}); no messages come until {1} has a"
              + " valid key and the server is restarted.",
          api.lost().orElse(""),
          ZulipBackendProvider.KEY);
    }
  }

  private void step() {
    ZulipQueue open = queue;
    if (open != null) {
      poll(open);
      return;
    }
    if (!isUsed) {
      sleep(reconnects.next()); // the queue before was lost without a single answer
    }
    isUsed = true;
    queue = handler.register();
    isUsed = false;
    passRegistered();
  }

  private void poll(ZulipQueue open) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("queue_id", open.id());
    query.put("last_event_id", Long.toString(open.lastEvent()));
    ChatAnswer answer = api.ask("/events", query, open.longestPoll());
    if (ZulipApi.code(answer).equals(ZulipApi.NO_QUEUE)) {
      LOG.log(System.Logger.Level.DEBUG, "The queue of events was lost; registering another.");
      queue = null;
      return;
    }
    JsonNode events = ZulipApi.document(answer, false).path("events");
    isUsed = true;
    reconnects.reset();
    ZulipQueue next = open;
    for (JsonNode event : events) {
      next = next.after(event.path("id").asLong(-1));
      if (!pass(event)) {
        queue = null;
        return;
      }
    }
    queue = next;
  }

  private void pause(RuntimeException failure) {
    if (isClosed || api.lost().isPresent()) {
      return;
    }
    Duration wait = reconnects.next();
    if (failure instanceof ChatFailure call && call.kind() == ChatFailure.Kind.RATE_LIMITED) {
      wait = call.retryAfter().isZero() ? wait : call.retryAfter();
      reconnects.reset();
    } else {
      isReachable = false;
    }
    LOG.log(
        isReachable ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
        "The events of Zulip could not be read; retrying in {0} ms. {1}",
        wait.toMillis(),
        Masking.message(failure));
    sleep(wait);
  }

  private void sleep(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt(); // only close interrupts this thread
    }
  }

  /** Passes an event on; false where another queue is needed, or this one is closed. */
  private synchronized boolean pass(JsonNode event) {
    return !isClosed && handler.event(event);
  }

  private synchronized void passRegistered() {
    if (!isClosed) {
      handler.registered();
    }
  }

  private synchronized void passNothingMore() {
    isClosed = true;
  }

  /** Ends the thread, and removes the queue where the server answers. */
  @Override
  public void close() {
    boolean wasReachable = isReachable();
    ZulipQueue open = queue;
    passNothingMore();
    thread.interrupt();
    awaitEnd();
    if (open != null && wasReachable) {
      try {
        api.delete(open);
      } catch (ChatFailure away) {
        LOG.log(System.Logger.Level.DEBUG, "Zulip removes the queue later.", Masking.trace(away));
      }
    }
  }

  private void awaitEnd() {
    try {
      if (!Thread.currentThread().equals(thread) && !ended.await(2, TimeUnit.SECONDS)) {
        LOG.log(System.Logger.Level.DEBUG, "The last call for events of Zulip is still cut.");
      }
    } catch (InterruptedException again) {
      Thread.currentThread().interrupt();
    }
  }
}
