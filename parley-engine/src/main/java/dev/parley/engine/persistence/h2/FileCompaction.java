package dev.parley.engine.persistence.h2;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;

/**
 * Frees room in a database file: the live rows of chunks that are mostly dead are written again, as
 * a commit is, and commits to come use the room of those chunks.
 *
 * <p>H2 does this itself in two places that are turned off, see {@link H2Url}. In use, it does so
 * on a thread that WRITE_DELAY=0 ends; without it, a file grows by each commit. While it closes a
 * file, it moves whole chunks as well, and a kill meanwhile may leave a file that H2 opens as it
 * was long before; see the decision page on the H2 file.
 */
final class FileCompaction {
  /** The bytes that chunks may occupy in use before it is worth it. */
  private static final long ENOUGH = 128 << 20;

  /** As many times as much is left alone while the file is written to all the time. */
  private static final int TIMES_WHERE_BUSY = 8;

  /** More commits than this since the last look, and the file is busy. */
  private static final int FEW_COMMITS = 50;

  /** The looks without many commits after which a file is no longer busy. */
  private static final int QUIET_LOOKS = 10;

  /** In use, at most as much of the chunks is dead as alive; chunks of the last 45 s excepted. */
  private static final int LIVE_IN_USE = 50;

  /** The bytes that are written again before others get a turn; a step looks at all chunks. */
  private static final int STEP_IN_USE = 4 << 20;

  private static final Duration IN_USE = Duration.ofMillis(200);

  /** As in H2, where a file is closed. */
  private static final int LIVE_AT_CLOSE = 90;

  private static final int STEP_AT_CLOSE = 16 << 20;
  private static final Duration AT_CLOSE = Duration.ofMillis(200);

  private final long enough;
  private final int quietLooks;
  private long version;
  private int quiet;

  FileCompaction() {
    this(ENOUGH, QUIET_LOOKS);
  }

  /**
   * Leaves files alone whose chunks occupy less than {@code enough} bytes, and larger ones until
   * {@code quietLooks} in turn found few commits.
   */
  FileCompaction(long enough, int quietLooks) {
    this.enough = enough;
    this.quietLooks = quietLooks;
  }

  /**
   * Compacts the file that {@code connection} has open, where that is worth it. Called by one
   * thread at a time, and at equal intervals. A file that is busy, or was a moment ago, waits as
   * long as its size allows: work with short pauses is not to meet a compaction in each of them.
   *
   * @return true if it wrote
   */
  boolean inUse(Connection connection) throws SQLException {
    MVStore store = store(connection);
    quiet = store.getCurrentVersion() - version > FEW_COMMITS ? 0 : quiet + 1;
    boolean isBusy = quiet < quietLooks;
    boolean isLarge = usedRoom(connection) > (isBusy ? TIMES_WHERE_BUSY * enough : enough);
    if (isLarge) {
      compact(store, LIVE_IN_USE, STEP_IN_USE, IN_USE, () -> {});
    }
    version = store.getCurrentVersion();
    return isLarge;
  }

  /** Returns the bytes of the file that its chunks occupy, live or dead; roughly. */
  static long usedRoom(Connection connection) throws SQLException {
    MVStore store = store(connection);
    return store.getFileStore().size() / 100 * store.getFillRate();
  }

  /**
   * Compacts the file that {@code connection} has open, of which it is the last user. It uses room
   * as soon as it is free, so what replaces the rows there is on the disk before: a power cut may
   * lose one of two writes, and not the earlier.
   */
  static void atClose(Connection connection) throws SQLException {
    MVStore store = store(connection);
    store.sync();
    store.setRetentionTime(0);
    compact(store, LIVE_AT_CLOSE, STEP_AT_CLOSE, AT_CLOSE, store::sync);
  }

  /** Returns the store of the file that {@code connection} has open. */
  static MVStore store(Connection connection) throws SQLException {
    var session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
    return session.getDatabase().getStore().getMvStore();
  }

  /**
   * Ends after the step that takes it past {@code atMost}. A step only makes rows anew; the commit
   * writes them.
   */
  private static void compact(
      MVStore store, int live, int step, Duration atMost, Runnable afterStep) {
    long began = System.nanoTime();
    boolean goesOn = true;
    while (goesOn && System.nanoTime() - began < atMost.toNanos()) {
      goesOn = store.compact(live, step);
      store.commit();
      afterStep.run();
    }
  }
}
