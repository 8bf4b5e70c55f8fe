package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/**
 * Passes events on, in their order and on one thread, because it may have to ask Slack for their
 * authors. Where one is lost, the histories are read.
 */
final class SlackEvents implements SlackSink, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SlackEvents.class.getName());
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_IDS = 10_000;
  private static final int TRIES = 5;
  private static final Duration OWN = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofSeconds(5);

  private final SlackMessages messages;
  private final SlackRooms rooms;
  private final SlackThreads threads;
  private final SlackHistory history;
  private final SlackPosts posts;
  private final ChatListener listener;
  private final SlackTimes times;
  private final AtomicBoolean isLost = new AtomicBoolean();
  private volatile boolean isClosed;

  /** The ids of events that came; one that is not acknowledged in time comes again. */
  private final Map<String, Boolean> ids = new BoundedMap<>(MAX_IDS);

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          DaemonThreads.named("parley-slack-events"));

  /** Events for {@code listener}. */
  SlackEvents(
      SlackMessages messages,
      SlackRooms rooms,
      SlackThreads threads,
      SlackHistory history,
      SlackPosts posts,
      ChatListener listener,
      SlackTimes times) {
    this.messages = messages;
    this.rooms = rooms;
    this.threads = threads;
    this.history = history;
    this.posts = posts;
    this.listener = listener;
    this.times = times;
  }

  @Override
  public CompletableFuture<Void> connected() {
    CompletableFuture<Void> passed = new CompletableFuture<>();
    run(
        () -> {
          listener.connected();
          passed.complete(null);
        });
    return passed;
  }

  @Override
  public void interrupted() {
    history.isInterrupted();
  }

  @Override
  public void take(JsonNode payload) {
    JsonNode event = payload.path("event");
    if (event.path("type").asString("").equals("message")) {
      String id = payload.path("event_id").asString("");
      run(() -> pass(id, event));
    }
  }

  private void run(Runnable work) {
    try {
      thread.execute(
          () -> {
            if (!isClosed) {
              work.run();
              readLost();
            }
          });
    } catch (RejectedExecutionException full) {
      isLost.set(true);
    }
  }

  private void readLost() {
    if (thread.getQueue().isEmpty() && isLost.compareAndSet(true, false)) {
      LOG.log(System.Logger.Level.WARNING, "Events of Slack were lost; the histories are read.");
      listener.connected();
    }
  }

  private void pass(String id, JsonNode event) {
    boolean isNew = id.isEmpty() || ids.put(id, true) == null;
    String room = event.path("channel").asString("");
    if (isNew && rooms.isUsed(room) && SlackMessages.isCounted(event)) {
      Optional<ChatMessage> message;
      try {
        message = read(room, event);
      } catch (RuntimeException away) {
        LOG.log(
            System.Logger.Level.WARNING,
            "An event of Slack could not be read; the history is read. {0}",
            Masking.message(away));
        listener.missed(room);
        return;
      }
      threads.note(room, event);
      if (message.isPresent() && !isClosed) {
        posts.note(room, message.get());
        var unused = listener.message(room, message.get());
      }
    }
  }

  private Optional<ChatMessage> read(String room, JsonNode event) {
    Reconnects waits = new Reconnects(times.firstRetry(), times.lastRetry());
    for (int i = 1; ; i++) {
      try {
        return messages.read(event).map(message -> withEnvelope(room, event, message));
      } catch (ChatFailure away) {
        if (i == TRIES || isClosed) {
          throw away;
        }
        sleep(away.retryAfter().isZero() ? waits.next() : away.retryAfter());
      }
    }
  }

  /**
   * The message with its envelope, which events lack where the app does not declare its type. It is
   * in the history. Messages of this login need none.
   */
  private ChatMessage withEnvelope(String room, JsonNode event, ChatMessage message) {
    SlackTs ts = SlackTs.of(message.original());
    boolean isComplete =
        !message.author().isParley()
            || SlackMetadata.isIn(event)
            || SlackText.behindName(message.text()).isEmpty()
            || posts.isOwn(room, ts, OWN);
    if (isComplete) {
      return message;
    }
    try {
      return history.one(room, ts).orElse(message);
    } catch (ChatFailure away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The envelope of a message could not be read; its name counts. {0}",
          Masking.message(away));
      return message;
    }
  }

  private static void sleep(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw ChatFailure.unreachable("closed", ended);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "The thread of Slack's events does not end.");
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
