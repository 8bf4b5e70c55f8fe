package dev.parley.chat.telegram;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * Polls for updates, on one thread. An update is confirmed by the poll after it, once its message
 * is stored; until then Telegram keeps it, for a day.
 */
final class TelegramPoller {
  private static final System.Logger LOG = System.getLogger(TelegramPoller.class.getName());
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final TelegramApi api;
  private final TelegramTimes times;
  private final String bot;
  private final TelegramOrder order;
  private final TelegramInbox inbox;
  private final ChatListener listener;
  private final Reconnects reconnects;
  private final Reconnects restores;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile boolean isAnswering = true;

  /** The first update that is not confirmed; of the polling thread, as are the next ones. */
  private long offset;

  private boolean isCaughtUp;
  private boolean isStoring = true;
  private boolean isConflicting;

  TelegramPoller(
      TelegramApi api,
      TelegramTimes times,
      TelegramLogin login,
      TelegramOrder order,
      TelegramInbox inbox,
      ChatListener listener) {
    this.api = api;
    this.times = times;
    this.bot = login.name();
    this.order = order;
    this.inbox = inbox;
    this.listener = listener;
    this.reconnects = new Reconnects(times.firstRetry(), times.mostRetry());
    this.restores = new Reconnects(times.firstRetry(), times.mostRetry());
    this.thread = DaemonThreads.of("parley-telegram-poll", this::run);
  }

  void start() {
    thread.start();
  }

  /** Returns true while updates come. */
  boolean isReachable() {
    return !isClosed && isAnswering;
  }

  /** Ends the poll that runs. When this returns, nothing is passed on any more. */
  void close() {
    isClosed = true;
    thread.interrupt();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!isClosed) {
        Duration wait = poll();
        if (!wait.isZero()) {
          Thread.sleep(wait.toMillis());
        }
      }
    } catch (InterruptedException ended) {
      LOG.log(System.Logger.Level.TRACE, "The bot is logged out.");
    }
  }

  /** Polls once; returns the wait before the next poll. */
  private Duration poll() throws InterruptedException {
    try {
      TelegramAnswer answer = api.updates(offset, isCaughtUp ? times.poll() : Duration.ZERO);
      if (answer.isTokenRefused()) {
        return stop();
      }
      if (answer.isConflict()) {
        return conflict(answer.description());
      }
      JsonNode updates = answer.result();
      answers();
      return pass(updates);
    } catch (ChatFailure failure) {
      return away(failure);
    } catch (RuntimeException fault) {
      LOG.log(
          System.Logger.Level.ERROR,
          "The updates of Telegram could not be read; retrying.",
          Masking.trace(fault));
      return interrupted(restores.next());
    }
  }

  private Duration pass(JsonNode updates) throws InterruptedException {
    for (JsonNode update : updates) {
      if (!inbox.pass(update)) {
        return notStored(update);
      }
      offset = update.path("update_id").asLong(offset) + 1;
    }
    restores.reset();
    isStoring = true;
    if (updates.isEmpty()) {
      catchUp(true);
    }
    return Duration.ZERO;
  }

  private Duration notStored(JsonNode update) {
    Duration wait = restores.next();
    LOG.log(
        isStoring ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG,
        "The message of update {0} could not be stored; it is asked for again in {1} ms.",
        update.path("update_id").asString(""),
        Long.toString(wait.toMillis()));
    isStoring = false;
    return interrupted(wait);
  }

  private void answers() {
    reconnects.reset();
    isConflicting = false;
    if (!isAnswering) {
      isAnswering = true;
      LOG.log(System.Logger.Level.INFO, "Telegram answers the polls of {0} again.", bot);
      listener.connected();
    }
  }

  private Duration away(ChatFailure failure) {
    if (failure.kind() == ChatFailure.Kind.RATE_LIMITED && !failure.retryAfter().isZero()) {
      return interrupted(failure.retryAfter());
    }
    Duration wait = reconnects.next();
    if (!isClosed) {
      LOG.log(
          isAnswering ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG,
          "Telegram does not answer the polls of {0}; retrying in {1} ms. {2}",
          bot,
          Long.toString(wait.toMillis()),
          Masking.message(failure));
    }
    isAnswering = false;
    return interrupted(wait);
  }

  private Duration conflict(String description) {
    boolean isHook = description.contains("webhook");
    LOG.log(
        isConflicting ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
        isHook
            ? "A webhook receives the messages of the bot {0}: end the program that set it and call"
                + " deleteWebhook. Retrying every {1} s."
            : "Another program polls for the bot {0} too: end it, or give each a bot of its own."
                + " Retrying every {1} s.",
        bot,
        Long.toString(times.conflict().toSeconds()));
    isConflicting = true;
    isAnswering = false;
    return interrupted(times.conflict());
  }

  private Duration stop() {
    isClosed = true;
    order.caughtUp(true); // nothing comes that a sending would have to wait for
    LOG.log(
        System.Logger.Level.ERROR,
        "Telegram does not accept the token of the bot {0} any more: put the present one from"
            + " BotFather into {1} and restart.",
        bot,
        TelegramBackendProvider.TOKEN);
    return Duration.ZERO;
  }

  /** Takes note that updates may wait from now on. */
  private Duration interrupted(Duration wait) {
    catchUp(false);
    return wait;
  }

  private void catchUp(boolean caughtUp) {
    isCaughtUp = caughtUp;
    order.caughtUp(caughtUp);
  }
}
