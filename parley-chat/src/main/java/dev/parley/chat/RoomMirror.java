package dev.parley.chat;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.LocalLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A durable room of this Parley that a room of a chat system mirrors. What agents say is sent
 * there, in the order of the room; what people write there is appended to the room. The database
 * notes the message there of each message here, so that after an outage of either side each goes on
 * with the first that the other lacks. Messages from before the first start of the mirror are not
 * sent.
 */
final class RoomMirror implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RoomMirror.class.getName());
  private static final int PAGE = 100;
  private static final Duration MAX_RETRY = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final TopicName topic;
  private final String system;
  private final MirrorLogin login;
  private final LocalLog log;
  private final ChatSettings settings;
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;
  private volatile boolean isClosed;

  /**
   * A mirror to be started.
   *
   * @param system the kind of system
   * @param login shared with other mirrors of the account, and closed after them
   * @param log the rooms of this Parley, connected for as long as the mirror is open
   */
  RoomMirror(
      TopicName topic, String system, MirrorLogin login, LocalLog log, ChatSettings settings) {
    this.topic = topic;
    this.system = system;
    this.login = login;
    this.log = log;
    this.settings = settings;
    this.thread = DaemonThreads.of("parley-mirror", this::run);
  }

  /**
   * Begins to mirror with the messages that are posted from now on, or with the first that an
   * earlier run has not sent. A chat system that is away, or refuses, is logged and tried again.
   */
  void start() {
    var unused = log.beforeFirstToSend(topic); // notes the first start
    thread.start();
  }

  private void run() {
    Duration wait = settings.retry();
    String reason = "";
    while (!isClosed) {
      try {
        ChatTopic room = login.topics().open(topic);
        LOG.log(System.Logger.Level.INFO, "{0} mirrors {1}.", system, topic);
        wait = settings.retry();
        reason = "";
        mirror(room);
      } catch (InterruptedException closed) {
        return;
      } catch (RuntimeException away) {
        if (isClosed) {
          return;
        }
        String before = reason;
        reason = Masking.message(away);
        LOG.log(
            reason.equals(before) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
            "The mirror of {0} in {1} waits and tries again. {2}",
            topic,
            system,
            reason);
        login.endIfUnreachable();
        pause(wait);
        Duration next = wait.multipliedBy(2);
        wait = next.compareTo(MAX_RETRY) < 0 ? next : MAX_RETRY;
      }
    }
  }

  private void mirror(ChatTopic room) throws InterruptedException {
    Subscription subscription = log.follow(topic, Optional.empty(), unused -> news.release());
    try {
      forward(room);
    } finally {
      subscription.close();
    }
  }

  /** Sends what the room of the system lacks, in order, until the mirror is closed. */
  private void forward(ChatTopic room) throws InterruptedException {
    Cursor from = log.beforeFirstToSend(topic);
    boolean maybeSent = true;
    while (!isClosed) {
      MessagePage page = log.fetchAfter(topic, Optional.of(from), PAGE);
      for (StoredMessage stored : page.messages()) {
        if (log.originalOf(topic, stored.message().id()).isEmpty()) {
          room.forward(stored, maybeSent);
          maybeSent = false;
        }
        from = stored.cursor();
      }
      if (!page.hasMore()) {
        var unused = news.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        news.drainPermits();
      }
    }
  }

  private void pause(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException closed) {
      isClosed = true;
    }
  }

  /** Begins to end the mirror; what was not sent is sent by the next one of the room. */
  void end() {
    isClosed = true;
    thread.interrupt();
  }

  /** Ends the mirror, and waits until it has ended. */
  @Override
  public void close() {
    end();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
