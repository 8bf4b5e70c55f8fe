package dev.parley.bridge;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts the server where none answers and the bridge was asked to. However many bridges of a user
 * do so at a time, one has the lock and starts a server, and the others find it. Safe for all
 * threads.
 */
final class ServerStart implements Runnable {
  /** The time a server has to answer, from the moment that it was missed. */
  static final int MAX_MILLIS = 30_000;

  private static final int LOOK_MILLIS = 50;
  private static final long FIRST_PAUSE_MILLIS = 30_000;
  private static final long MAX_PAUSE_MILLIS = 300_000;

  /** A server that ended this soon without an answer is not started once more by the next one. */
  private static final Duration SURELY_THE_SAME = Duration.ofSeconds(10);

  private final BridgeOptions options;
  private final Map<String, String> environment;
  private final BridgeLog log;
  private boolean running;
  private long pause = FIRST_PAUSE_MILLIS;
  private long failedAt;
  private @Nullable String failure;

  ServerStart(BridgeOptions options, Map<String, String> environment, BridgeLog log) {
    this.options = options;
    this.environment = environment;
    this.log = log;
  }

  /**
   * Begins to start the server in a thread of its own. Does nothing where the bridge was not asked
   * to, and for a while after a failure. Returns whether a start is under way.
   */
  synchronized boolean begin() {
    if (options.start() == null) {
      return false;
    }
    boolean isPaused =
        failure != null && System.nanoTime() - failedAt < pause * 1_000_000L && !running;
    if (!running && !isPaused) {
      running = true;
      Thread thread = new Thread(null, this, "parley-mcp-start", 256 * 1024, false);
      thread.setDaemon(true);
      thread.start();
    }
    return running;
  }

  /**
   * Returns true if another bridge has started the server a moment ago, and it is not known to
   * answer. Its port may be open then, but a request would only wait.
   */
  boolean isUnderWayElsewhere() {
    if (options.start() == null) {
      return false;
    }
    try {
      StartFolder.Started last = StartFolder.of(environment, options.server().port()).last();
      return last != null
          && !last.isUp()
          && last.isYoungerThan(Duration.ofMillis(MAX_MILLIS))
          && last.isAlive();
    } catch (IOException noFolder) {
      return false;
    }
  }

  synchronized boolean isUnderWay() {
    return running;
  }

  /** Waits until no start is under way, for as long as one can take. */
  synchronized void await() {
    long end = System.nanoTime() + MAX_MILLIS * 1_000_000L;
    long left;
    try {
      while (running && (left = (end - System.nanoTime()) / 1_000_000) > 0) {
        wait(left);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** The reason the last start failed, a clause without a full stop; null where none has. */
  synchronized @Nullable String failure() {
    return failure;
  }

  @Override
  public void run() {
    String why;
    try {
      why = start();
    } catch (InterruptedException stop) {
      why = "the start of the server was interrupted";
    } catch (IOException | RuntimeException failed) {
      why = "the server could not be started: " + failed.getMessage();
    }
    if (why != null) {
      log.error(why + "; the bridge goes on trying to reach " + options.server());
    }
    ended(why);
  }

  private synchronized void ended(@Nullable String why) {
    pause = why == null || failure == null ? FIRST_PAUSE_MILLIS : pause * 2;
    pause = Math.min(pause, MAX_PAUSE_MILLIS);
    failure = why;
    failedAt = System.nanoTime();
    running = false;
    notifyAll();
  }

  /** Returns null once a server answers, and else the reason. */
  private @Nullable String start() throws IOException, InterruptedException {
    StartOptions asked = options.start();
    if (asked == null) {
      return null;
    }
    long began = System.nanoTime();
    StartFolder folder = StartFolder.of(environment, options.server().port());
    ServerCommand command = ServerCommand.of(options, asked, environment, folder.log());
    long logged = folder.logged();
    boolean locked = false;
    boolean started = false;
    try (StartFolder.Lock lock = folder.lock()) {
      while (System.nanoTime() - began < MAX_MILLIS * 1_000_000L) {
        ServerProbe probe = ServerProbe.of(options.server(), options.trusted());
        StartFolder.Started last = folder.last();
        boolean starts = last != null && !last.isUp() && last.isAlive();
        if (probe == ServerProbe.ANSWERS || (probe == ServerProbe.NOT_READY && !starts)) {
          if (locked && starts && last != null) {
            folder.noteUp(last);
          }
          log.debug("the server answers, after milliseconds:", millisSince(began));
          return null;
        }
        if (probe == ServerProbe.NOBODY && locked && !isAlive(last)) {
          if (started || (last != null && isTheSame(last))) {
            return whyEnded(folder.lastLine(started ? logged : 0));
          }
          logged = folder.logged();
          log.debug("starts a server:", command);
          command.run(folder);
          started = true;
        } else if (probe == ServerProbe.NOBODY && !locked && lock.take()) {
          // Another bridge may have been done a moment ago, so the port is asked once more.
          locked = true;
          continue;
        }
        Thread.sleep(LOOK_MILLIS);
      }
      String line = folder.lastLine(started ? logged : 0);
      return "no server answers "
          + MAX_MILLIS / 1000
          + " s after its start"
          + (line.isEmpty() ? "" : ", and its log ends with: " + line);
    }
  }

  private static boolean isAlive(StartFolder.@Nullable Started last) {
    return last != null && last.isAlive();
  }

  private static boolean isTheSame(StartFolder.Started last) {
    return !last.isUp() && last.isYoungerThan(SURELY_THE_SAME);
  }

  private static String whyEnded(String line) {
    return "the server was started and ended"
        + (line.isEmpty() ? ", and it logged nothing" : ": " + line);
  }

  private static Object millisSince(long began) {
    return (System.nanoTime() - began) / 1_000_000;
  }
}
