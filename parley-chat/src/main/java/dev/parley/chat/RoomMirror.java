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
public final class RoomMirror implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RoomMirror.class.getName());
  private static final int PAGE = 100;
  private static final Duration MAX_RETRY = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final TopicName topic;
  private final ChatSystem system;
  private final LocalLog log;
  private final ChatSettings settings;
  private final Semaphore news = new Semaphore(0);
  private final Thread thread;
  private volatile boolean isClosed;

  /** All messages before it were sent, or are older than the mirror. */
  private volatile Cursor from = Cursor.BEGINNING;

  /**
   * A mirror to be started.
   *
   * @param log the rooms of this Parley, connected for as long as the mirror is open
   */
  public RoomMirror(TopicName topic, ChatSystem system, LocalLog log, ChatSettings settings) {
    this.topic = topic;
    this.system = system;
    this.log = log;
    this.settings = settings;
    this.thread = DaemonThreads.of("parley-mirror", this::run);
  }

  /**
   * Begins to mirror with the messages that are posted from now on, or with the first that an
   * earlier run has not sent. A chat system that is away, or refuses, is logged and tried again.
   */
  public void start() {
    from = log.fetchAfter(topic, Optional.empty(), 1).next();
    thread.start();
  }

  private void run() {
    Duration wait = settings.retry();
    while (!isClosed) {
      try (ChatTopics topics = ChatTopics.connect(system, log, true, settings)) {
        ChatTopic room = topics.open(topic);
        LOG.log(System.Logger.Level.INFO, "{0} mirrors {1}.", system.name(), topic);
        wait = settings.retry();
        mirror(room);
      } catch (InterruptedException closed) {
        return;
      } catch (RuntimeException away) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The mirror of {0} in {1} waits; retrying in {2} ms. {3}",
            topic,
            system.name(),
            wait.toMillis(),
            Masking.message(away));
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
    from = log.beforeFirstWithoutOriginal(topic).orElse(from);
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

  /** Ends the mirror; what was not sent is sent by the next one of the room. */
  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
