package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Keeps a connection to the gateway: resumes its session where it can, or opens a new one. */
final class DiscordGateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DiscordGateway.class.getName());

  /** As many failures to reach the address of a session end it. */
  private static final int MAX_RESUMES = 3;

  private static final Duration JOIN = Duration.ofSeconds(5);

  private final DiscordApi api;
  private final String token;
  private final DiscordTimes times;
  private final DiscordGatewayAddress addresses;
  private final DiscordEvents events;
  private final DiscordSession session = new DiscordSession();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("parley-discord-heartbeat"));
  private final CompletableFuture<Void> refused = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = DaemonThreads.of("parley-discord-gateway", this::run);

  /** Guarded by {@code this}. */
  private @Nullable DiscordStream stream;

  DiscordGateway(
      DiscordApi api,
      String token,
      DiscordTimes times,
      DiscordGatewayAddress addresses,
      DiscordEvents events) {
    this.api = api;
    this.token = token;
    this.times = times;
    this.addresses = addresses;
    this.events = events;
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Connects; returns when events come.
   *
   * @throws ParleyException {@code invalid_argument} where the gateway refuses the bot; {@code
   *     unavailable} where no events come in time
   */
  void start() {
    thread.start();
    try {
      CompletableFuture.anyOf(events.flowing(), refused)
          .get(times.ready().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ParleyException problem
          ? problem
          : new IllegalStateException(failed.getCause());
    } catch (TimeoutException late) {
      throw new ParleyException(new Unavailable("discord", times.firstRetry()));
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new ParleyException(new Unavailable("discord", times.firstRetry()));
    }
  }

  /** Returns true if events come now. */
  synchronized boolean isOpen() {
    return stream != null && stream.wasReady() && !stream.ended().isDone() && events.isGuildThere();
  }

  private void run() {
    Reconnects waits = new Reconnects(times.firstRetry(), times.maxRetry());
    int failures = 0;
    boolean isOver = false;
    while (!isOver && !isClosed()) {
      try {
        DiscordStream opened = open();
        failures = 0;
        DiscordEnd end = opened.ended().join();
        if (opened.wasReady()) {
          waits.reset();
        }
        isOver = isFatal(end) || isClosed() || pause(end.delay().orElseGet(waits::next));
      } catch (ChatFailure away) {
        failures++;
        if (failures >= MAX_RESUMES) {
          session.forget();
        }
        isOver = isFatal(away) || pause(longer(waits.next(), away.retryAfter()));
      }
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /** Waits; true where the gateway was closed meanwhile. */
  private boolean pause(Duration wait) {
    try {
      return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      return true;
    }
  }

  private DiscordStream open() {
    DiscordSession.Resume resume = session.resume();
    URI address = resume == null ? newSession() : addresses.of(resume.address());
    DiscordStream made = new DiscordStream(token, times, session, events, timer);
    synchronized (this) {
      stream = made;
    }
    made.open(api.client(), address);
    if (isClosed()) {
      made.logOut();
    }
    return made;
  }

  /** The address for a new session, where the bot may open one today. */
  private URI newSession() {
    JsonNode gateway = api.get("/gateway/bot", Map.of());
    JsonNode limit = gateway.path("session_start_limit");
    if (limit.path("remaining").asInt(1) < 1) {
      Duration wait = Duration.ofMillis(limit.path("reset_after").asLong(0));
      LOG.log(
          System.Logger.Level.ERROR,
          "The bot has opened as many sessions as Discord allows for a day; the next one is opened"
              + " in {0}. One more would end its token.",
          wait);
      throw ChatFailure.rateLimited(wait);
    }
    return addresses.of(gateway.path("url").asString(""));
  }

  private boolean isFatal(DiscordEnd end) {
    if (end.isFatal()) {
      fail(end.remedy());
      return true;
    }
    if (!end.isResumable()) {
      session.forget();
    }
    LOG.log(
        System.Logger.Level.DEBUG,
        "The connection to the Discord gateway ended with code {0}; {1}.",
        Integer.toString(end.code()),
        end.isResumable() ? "the session is resumed" : "a new session is opened");
    return false;
  }

  private boolean isFatal(ChatFailure away) {
    if (away.kind() == ChatFailure.Kind.REFUSED) {
      fail(String.valueOf(away.getMessage()));
      return true;
    }
    LOG.log(
        System.Logger.Level.DEBUG,
        "The Discord gateway cannot be reached; retrying. {0}",
        Masking.message(away));
    return false;
  }

  private void fail(String reason) {
    if (!isClosed()) {
      LOG.log(
          System.Logger.Level.ERROR,
          "The connection to Discord ended for good: {0}. Restart after that is done.",
          reason);
    }
    refused.completeExceptionally(InvalidArgument.refusal("bus", reason));
  }

  /** Logs out; the thread and all timers end. */
  @Override
  public void close() {
    closed.countDown();
    events.close();
    synchronized (this) {
      if (stream != null) {
        stream.logOut();
      }
    }
    timer.shutdownNow();
    thread.interrupt();
    try {
      thread.join(JOIN.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
