package dev.parley.chat.matrix;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The stream of the messages of rooms, by long polls on a thread of its own. Each poll continues at
 * the token of the one before, so a poll that fails loses nothing. Where the server leaves events
 * out or does not know the token, the listener reads the history.
 */
final class MatrixSync implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MatrixSync.class.getName());
  private static final Duration POLL = Duration.ofSeconds(25);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final Duration CLOSING = Duration.ofSeconds(20);

  /** So long more rooms are awaited after a new one: each change takes a filter and a poll. */
  private static final Duration GATHERING = Duration.ofMillis(50);

  private final MatrixSession session;
  private final String user;
  private final MatrixEvents events;
  private final ChatListener listener;
  private final Reconnects waits = new Reconnects(FIRST_WAIT, MAX_WAIT);
  private final Thread thread = DaemonThreads.of("parley-matrix-sync", this::run);

  /** Guarded by {@code this}, as are the next three. */
  private final Set<String> rooms = new LinkedHashSet<>();

  private int generation;
  private boolean isPolling;

  /** True after a poll was given up for one with more rooms. */
  private boolean isGivenUp;

  /** Used by the thread alone, as are the next two, once it runs. */
  private @Nullable String since;

  private @Nullable String filter;
  private int generationOfFilter;

  private volatile boolean isReachable;
  private volatile boolean isClosed;

  MatrixSync(MatrixSession session, String user, MatrixEvents events, ChatListener listener) {
    this.session = session;
    this.user = user;
    this.events = events;
    this.listener = listener;
  }

  /** Takes the first token and starts the thread. */
  void begin() {
    round();
    isReachable = true;
    thread.start();
  }

  /** Passes the messages of a room on, from now on. */
  synchronized void include(String room) {
    if (rooms.add(room)) {
      generation++;
      if (isPolling) {
        isGivenUp = true; // it leaves the room out; the next one begins at the same token
        thread.interrupt();
      }
    }
  }

  /** Returns true if the last poll was answered. */
  boolean isReachable() {
    return isReachable;
  }

  private void run() {
    while (!isClosed) {
      try {
        round();
        isReachable = true;
        waits.reset();
      } catch (ChatFailure failure) {
        if (!goesOn(failure)) {
          return;
        }
      } catch (RuntimeException odd) {
        if (!goesOn(ChatFailure.unreachable(Masking.message(odd), odd))) {
          return;
        }
      }
    }
  }

  private boolean goesOn(ChatFailure failure) {
    if (isClosed) {
      return false;
    }
    if (session.end().isPresent()) {
      isReachable = false;
      LOG.log(
          System.Logger.Level.ERROR,
          "Matrix has ended the login, and no message is sent or received: {0}.",
          session.end().get());
      return false;
    }
    if (isGivenUp()) {
      return slept(GATHERING);
    }
    boolean isLimited = failure.kind() == ChatFailure.Kind.RATE_LIMITED;
    Duration next = waits.next();
    Duration wait = isLimited && !failure.retryAfter().isZero() ? failure.retryAfter() : next;
    isReachable = isLimited;
    LOG.log(
        System.Logger.Level.WARNING,
        "The messages of Matrix could not be polled; retrying in {0} ms. {1}",
        wait.toMillis(),
        Masking.message(failure));
    return slept(wait);
  }

  private static boolean slept(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
      return true;
    } catch (InterruptedException closed) {
      return false; // nothing else interrupts a wait
    }
  }

  private synchronized boolean isGivenUp() {
    boolean was = isGivenUp;
    isGivenUp = false;
    return was;
  }

  private synchronized boolean isOutdated() {
    return generation != generationOfFilter;
  }

  private void round() {
    String used = filter();
    String before = since;
    ChatAnswer answer = poll(used, before);
    if (!answer.isOk()) {
      if (MatrixErrors.isRefusal(answer)) {
        since = null; // the server knows the token no more, or the filter
        filter = null;
      }
      throw MatrixErrors.failure(answer, false);
    }
    JsonNode document = answer.document();
    String next = MatrixJson.text(document, "next_batch");
    if (next.isEmpty()) {
      throw ChatFailure.unreachable("the answer to a poll has no next_batch", null);
    }
    if (before == null) {
      since = next;
      listener.connected();
    } else if (!isOutdated()) {
      since = next;
      pass(document.path("rooms").path("join"));
    }
  }

  private String filter() {
    List<String> included;
    int made;
    synchronized (this) {
      included = List.copyOf(rooms);
      made = generation;
    }
    String known = filter;
    if (known == null || generationOfFilter != made) {
      known = MatrixFilters.upload(session, user, MatrixFilters.ofStream(included));
      setFilter(known, made);
    }
    return known;
  }

  private synchronized void setFilter(String made, int of) {
    filter = made;
    generationOfFilter = of;
  }

  private ChatAnswer poll(String used, @Nullable String from) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("filter", used);
    query.put("timeout", Long.toString(from == null ? 0 : POLL.toMillis()));
    query.put("set_presence", "offline");
    if (from != null) {
      query.put("since", from);
    }
    beginPoll();
    try {
      return session.answer(http -> http.get(MatrixIds.path("sync"), query, LIMIT));
    } finally {
      endPoll();
    }
  }

  private synchronized void beginPoll() {
    if (isClosed || generation != generationOfFilter) {
      isGivenUp = true;
      throw ChatFailure.unreachable("the poll is out of date", null);
    }
    isPolling = true;
  }

  private synchronized void endPoll() {
    isPolling = false;
    if (!isClosed) {
      var unused = Thread.interrupted(); // it was meant for the poll alone
    }
  }

  private void pass(JsonNode joined) {
    for (Map.Entry<String, JsonNode> entry : joined.properties()) {
      String room = entry.getKey();
      events.members().learn(room, entry.getValue().path("state").path("events"));
      JsonNode timeline = entry.getValue().path("timeline");
      if (!timeline.path("limited").asBoolean(false)) {
        timeline.path("events").forEach(event -> pass(room, event));
      } else if (!isClosed) {
        listener.missed(room); // the history has these events and those that were left out
      }
    }
  }

  private void pass(String room, JsonNode event) {
    events
        .read(room, event)
        .filter(message -> !isClosed)
        .ifPresent(
            message -> {
              var unused = listener.message(room, message);
            });
  }

  /** Ends the thread; the listener is not called any more when this returns. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      isReachable = false;
    }
    thread.interrupt();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
