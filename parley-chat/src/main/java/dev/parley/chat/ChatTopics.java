package dev.parley.chat;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.LocalLog;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The topics of one login that are open, and the rooms that carry them. */
final class ChatTopics implements ChatListener, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ChatTopics.class.getName());
  private static final int THREADS = 8;
  private static final Duration REREAD = Duration.ofMinutes(10);

  /** A topic that has no room is looked for again after this time. */
  private static final Duration ABSENT = Duration.ofSeconds(30);

  private final ScheduledExecutorService threads;
  private final Set<TopicName> mirrored;
  private final CompletableFuture<ChatAccount> account = new CompletableFuture<>();
  private final Map<TopicName, ChatTopic> byName = new ConcurrentHashMap<>();
  private final Map<String, ChatTopic> byRoom = new ConcurrentHashMap<>();
  private final Map<TopicName, Object> opening = new ConcurrentHashMap<>();
  private final Map<TopicName, Long> absent = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  private ChatTopics(ScheduledExecutorService threads, Set<TopicName> mirrored) {
    this.threads = threads;
    this.mirrored = mirrored;
  }

  /**
   * Logs in.
   *
   * @param mirrored the topics that rooms of the system mirror, and which alone are carried; empty
   *     where the system carries all topics
   */
  static ChatTopics connect(
      ChatSystem system, LocalLog log, Set<TopicName> mirrored, ChatSettings settings) {
    ScheduledThreadPoolExecutor threads =
        new ScheduledThreadPoolExecutor(THREADS, DaemonThreads.named("parley-" + system.name()));
    threads.setRemoveOnCancelPolicy(true);
    ChatTopics topics = new ChatTopics(threads, mirrored);
    try {
      PatientCalls calls = new PatientCalls(system.name(), settings.retry());
      ChatConnection connection = system.connect(topics);
      topics.account.complete(
          new ChatAccount(system, connection, log, calls, !mirrored.isEmpty(), settings, threads));
      long every = REREAD.toMillis();
      var unused =
          threads.scheduleWithFixedDelay(
              topics::readHistories, every, every, TimeUnit.MILLISECONDS);
      return topics;
    } catch (RuntimeException | Error refused) {
      threads.shutdownNow();
      throw refused;
    }
  }

  private ChatAccount account() {
    return account.join();
  }

  /** The topic, whose room is made where it is absent. */
  ChatTopic open(TopicName topic) {
    ChatTopic open = byName.get(topic);
    return open != null ? open : open(topic, true).orElseThrow();
  }

  /** Opens a topic that has a room. Where the system cannot say so now, nothing is done. */
  void find(TopicName topic) {
    Long before = absent.get(topic);
    boolean isDue = before == null || System.nanoTime() - before > ABSENT.toNanos();
    if (byName.containsKey(topic) || !isDue) {
      return;
    }
    try {
      if (open(topic, false).isEmpty()) {
        absent.put(topic, System.nanoTime());
      }
    } catch (ParleyException | ChatFailure away) {
      absent.put(topic, System.nanoTime());
      LOG.log(
          System.Logger.Level.DEBUG,
          "The room of a topic is looked for later.",
          Masking.trace(away));
    }
  }

  private Optional<ChatTopic> open(TopicName topic, boolean make) {
    synchronized (opening.computeIfAbsent(topic, first -> new Object())) {
      ChatTopic open = byName.get(topic);
      if (open != null) {
        return Optional.of(open);
      }
      ChatAccount login = account();
      ChatConnection connection = login.connection();
      if (!make && connection.find(topic).isEmpty()) {
        return Optional.empty();
      }
      String room = login.calls().repeat(login.deadline(), () -> connection.open(topic));
      ChatTopic opened = new ChatTopic(topic, room, login);
      byRoom.put(room, opened);
      byName.put(topic, opened);
      absent.remove(topic);
      try {
        opened.readHistory();
      } catch (ParleyException later) {
        LOG.log(System.Logger.Level.DEBUG, "The history is read later.", Masking.trace(later));
        opened.readHistorySoon();
      }
      return Optional.of(opened);
    }
  }

  /** Opens a topic on another thread, again and again until it is open. */
  void openSoon(TopicName topic) {
    if (!byName.containsKey(topic)) {
      run(() -> openNow(topic), Duration.ZERO);
    }
  }

  private void openNow(TopicName topic) {
    try {
      var unused = open(topic);
    } catch (RuntimeException away) {
      boolean isRefused =
          away instanceof ParleyException refused
              && refused.problem().code() == ProblemCode.INVALID_ARGUMENT;
      LOG.log(
          System.Logger.Level.WARNING,
          isRefused
              ? "The room of {0} cannot be used. {1}"
              : "The room of {0} could not be opened; retrying in 30 s. {1}",
          topic,
          Masking.message(away));
      if (!isRefused) {
        run(() -> openNow(topic), ABSENT);
      }
    }
  }

  private void run(Runnable work, Duration wait) {
    try {
      var unused = threads.schedule(work, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException ended) {
      LOG.log(System.Logger.Level.TRACE, "The backend is disconnected.");
    }
  }

  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    ChatTopic topic = byRoom.get(room);
    if (topic != null) {
      return topic.copy().take(message);
    }
    return CompletableFuture.supplyAsync(() -> known(room), threads)
        .thenCompose(
            found ->
                found
                    .map(open -> open.copy().take(message))
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }

  private Optional<ChatTopic> known(String room) {
    return account()
        .connection()
        .topicOf(room)
        .filter(topic -> mirrored.isEmpty() || mirrored.contains(topic))
        .map(this::open);
  }

  @Override
  public void connected() {
    var unused = account.thenAccept(login -> login.calls().connected());
    byName.values().forEach(ChatTopic::readMissed);
  }

  @Override
  public void missed(String room) {
    ChatTopic topic = byRoom.get(room);
    if (topic != null) {
      topic.readMissed();
    }
  }

  private void readHistories() {
    byName.values().forEach(ChatTopic::readHistorySoon);
  }

  boolean isReachable() {
    return !isClosed && account().connection().isReachable();
  }

  int unconfirmed() {
    return byName.values().stream().mapToInt(ChatTopic::unconfirmed).sum();
  }

  @Override
  public void close() {
    isClosed = true;
    account().calls().end();
    account().connection().close();
    threads.shutdownNow();
    byName.values().forEach(ChatTopic::end);
  }
}
