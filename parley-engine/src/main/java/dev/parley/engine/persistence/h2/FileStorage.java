package dev.parley.engine.persistence.h2;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.DiskFullDetector;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.OwnStorage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.ZipOutputStream;
import org.h2.Driver;
import org.h2.api.ErrorCode;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.store.fs.FilePath;
import org.jspecify.annotations.Nullable;

/**
 * Connections to an H2 file that outlive a failed write.
 *
 * <p>H2 closes a database after one failed write: every connection to it then refuses everything,
 * but reports that it is valid. The pool is therefore made to drop them all, and the next
 * connection reopens the file, with everything acknowledged in it. The lock on the file lasts until
 * the failed database is closed, so there are never two.
 *
 * <p>Where the disk was full, the file is opened for reading alone, as opening it for writing may
 * need room. Every second the disk is checked for room; then that database is closed, and the file
 * opened for writing.
 */
public final class FileStorage extends UrlSource implements OwnStorage {
  private static final System.Logger LOG = System.getLogger(FileStorage.class.getName());
  private static final String READ_ONLY = ";ACCESS_MODE_DATA=r";
  private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long COMPACT_EVERY_MILLIS = 1_000;

  /** The time for which the room of a disk that was full is left to commits. */
  private static final long NO_COMPACTION_NANOS = Duration.ofMinutes(10).toNanos();

  /** Longer than a compaction takes. */
  private static final Duration COMPACTION_ENDS = Duration.ofSeconds(5);

  /** Room for a batch of the largest messages. */
  private static final int ROOM_NEEDED = 1 << 20;

  private final String url;
  private final String probe;
  private final InstantSource clock;
  private final Durability durability;
  private final FileSync sync = new FileSync(this::forceFile);

  /** The version of the last chunk that a sync covered; used by the one thread that syncs. */
  private long forcedVersion = -1;

  private final FileCompaction inUse;
  private volatile Runnable evict = () -> {};
  private volatile long evictedAt = System.nanoTime();
  private volatile @Nullable Instant fullSince;
  private volatile long compactsFrom = System.nanoTime();
  private final PeriodicTasks compaction = new PeriodicTasks("parley-compaction", 1);
  private final AtomicBoolean copying = new AtomicBoolean();
  private volatile boolean closed;
  private @Nullable Thread watch;

  /**
   * Makes the database at {@code url}, which the first connection opens.
   *
   * @param url an H2 URL of a file, see {@link H2Url#isFile}
   */
  public FileStorage(String url, InstantSource clock) {
    this(url, clock, Durability.COMMIT);
  }

  /** As above, whose commits wait for as much as {@code durability} says. */
  public FileStorage(String url, InstantSource clock, Durability durability) {
    this(url, clock, durability, new FileCompaction());
  }

  /** As the first, with a compaction of the caller's choice while the file is in use. */
  FileStorage(String url, InstantSource clock, FileCompaction inUse) {
    this(url, clock, Durability.COMMIT, inUse);
  }

  private FileStorage(
      String url, InstantSource clock, Durability durability, FileCompaction inUse) {
    this.url = durability == Durability.FSYNC ? H2File.forced(url) : url;
    this.durability = durability;
    this.inUse = inUse;
    this.probe = H2Url.file(url) + ".room";
    this.clock = clock;
  }

  @Override
  public void pooledBy(Runnable forget) {
    evict = forget;
    compaction.every(COMPACT_EVERY_MILLIS, this::compactInUse);
  }

  /** Opens one connection at a time: the file is never opened in two ways. */
  @Override
  public synchronized Connection getConnection() throws SQLException {
    return connection(fullSince == null ? url : url + READ_ONLY);
  }

  /** Opens one unless this is closed: the file would be opened again. */
  private Connection openConnection() throws SQLException {
    if (closed) {
      throw new SQLException("the database is closed");
    }
    return getConnection();
  }

  private static Connection connection(String url) throws SQLException {
    Connection connection = Driver.load().connect(url, new Properties());
    if (connection == null) {
      throw new SQLException("not a URL of H2");
    }
    return connection;
  }

  @Override
  public void force() {
    if (durability == Durability.FSYNC) {
      sync.await();
    }
  }

  @Override
  public boolean canForce() {
    return !sync.hasFailed();
  }

  /**
   * Forces the file, where a chunk was written since the last time. It uses the channel of H2: a
   * channel of its own would end the lock that H2 has on the file as soon as it is closed.
   */
  private void forceFile() throws IOException, SQLException {
    try (Connection connection = getConnection()) {
      MVStore store = FileCompaction.store(connection);
      long written = store.getFileStore().lastChunkVersion();
      if (written != forcedVersion) {
        store.sync();
        if (store.isClosed()) { // H2 does not sync a file that is closed, and does not say so
          throw new SQLException("the database file was closed");
        }
        forcedVersion = written;
      }
    } catch (MVStoreException failure) {
      if (failure.getCause() instanceof IOException ofTheDisk
          && !(ofTheDisk instanceof ClosedChannelException)) { // as an interruption closes one
        throw ofTheDisk;
      }
      throw new SQLException(failure);
    }
  }

  @Override
  public Verdict failed(long began, Throwable failure) {
    if (fullSince != null && isRefusedWrite(failure)) {
      return Verdict.FULL;
    }
    if (!isEnd(failure)) {
      return Verdict.OF_THE_CALL;
    }
    boolean noRoom = DiskFullDetector.isIn(failure);
    if (noRoom) {
      beFull();
    }
    if (forgetConnections(began) && !noRoom && isOfTheFile(failure)) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Database file failed ({0}); reopening it.",
          rootMessage(failure));
    }
    return noRoom || fullSince != null ? Verdict.FULL : Verdict.REOPENED;
  }

  @Override
  public Optional<Instant> fullSince() {
    return Optional.ofNullable(fullSince);
  }

  @Override
  public void check(Connection connection) throws SQLException {
    if (sync.hasFailed()) {
      throw new SQLException("a sync of the database file failed");
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT COUNT(*) FROM \"parley_schema_history\"");
    }
  }

  @Override
  public boolean copyTo(ZipOutputStream zip) throws SQLException, IOException {
    if (!copying.compareAndSet(false, true)) {
      return false;
    }
    long began = System.nanoTime();
    try (Connection connection = openConnection()) {
      FileCopy.of(connection, zip);
      return true;
    } catch (SQLException | MVStoreException failure) {
      var unused = failed(began, failure);
      throw failure;
    } finally {
      copying.set(false);
    }
  }

  @Override
  public void close() {
    endWatch();
    compaction.end();
    boolean isInterrupted = Thread.currentThread().isInterrupted(); // H2 waits for no lock then
    if (compaction.awaitEnd(COMPACTION_ENDS) && !isInterrupted) {
      var unused = compact(FileCompaction::atClose);
    }
  }

  private synchronized void endWatch() {
    closed = true;
    if (watch != null) {
      LockSupport.unpark(watch);
    }
  }

  private interface Compaction {
    void of(Connection connection) throws SQLException;
  }

  /**
   * Compacts the file once, unless its disk was full not long ago. A compaction writes more than
   * the room that ends such a state, and would begin the next one.
   */
  void compactInUse() {
    if (System.nanoTime() - compactsFrom >= 0 && !compact(this::compactAndForce)) {
      compactsFrom = System.nanoTime() + NO_COMPACTION_NANOS;
    }
  }

  /** Forces what a compaction wrote, as no commit may follow for longer than room is left alone. */
  private void compactAndForce(Connection connection) throws SQLException {
    if (inUse.inUse(connection)) {
      force();
    }
  }

  /** A file that cannot be compacted remains as it is; returns false where its disk is full. */
  private boolean compact(Compaction compaction) {
    if (fullSince != null) {
      return false;
    }
    long began = System.nanoTime();
    try (Connection connection = getConnection()) {
      compaction.of(connection);
      return true;
    } catch (SQLException | RuntimeException failure) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Compaction of the database file failed.",
          Masking.trace(failure));
      return failed(began, failure) != Verdict.FULL;
    }
  }

  private synchronized void beFull() {
    if (fullSince == null && !closed) {
      fullSince = Instant.ofEpochMilli(clock.millis());
      LOG.log(
          System.Logger.Level.ERROR,
          "Database disk is full; writes are refused and reads still work. Checking for room every"
              + " second.");
      Thread looking = DaemonThreads.of("parley-disk", this::awaitRoom);
      watch = looking;
      looking.start();
    }
  }

  /**
   * Drops the pool's connections; transactions that began after the last time used the current
   * database.
   */
  private synchronized boolean forgetConnections(long began) {
    boolean isOfNow = began - evictedAt >= 0;
    if (isOfNow) {
      evict.run();
      evictedAt = System.nanoTime();
    }
    return isOfNow;
  }

  private void awaitRoom() {
    while (!closed && fullSince != null) {
      LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
      try {
        if (!closed && hasRoom()) {
          openForWriting();
        }
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Checking the database disk for room failed; retrying.",
            Masking.trace(e));
      }
    }
  }

  /** Checks for room by writing: there is no other way to learn of quotas and reserved blocks. */
  private boolean hasRoom() {
    FilePath file = FilePath.get(probe);
    try (OutputStream out = file.newOutputStream(false)) {
      out.write(new byte[ROOM_NEEDED]);
    } catch (IOException full) {
      return false;
    } finally {
      file.delete();
    }
    return true;
  }

  private synchronized void openForWriting() {
    if (closed) {
      return;
    }
    Instant since = fullSince;
    endReading();
    fullSince = null;
    evict.run();
    evictedAt = System.nanoTime();
    try (Connection first = getConnection()) {
      check(first);
      LOG.log(System.Logger.Level.INFO, "Database disk has room again; writes are accepted.");
    } catch (SQLException stillFull) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Database disk is still full; retrying.",
          Masking.trace(stillFull));
      fullSince = since;
      evict.run();
    }
  }

  /** Closes the read-only database, even while it is read: reads continue with the next one. */
  private void endReading() {
    try (Connection last = connection(url + READ_ONLY);
        Statement statement = last.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    } catch (SQLException closedByIt) {
      LOG.log(
          System.Logger.Level.TRACE,
          "The read-only database is closed.",
          Masking.trace(closedByIt));
    }
  }

  private static boolean isRefusedWrite(Throwable failure) {
    return hasCode(failure, ErrorCode.DATABASE_IS_READ_ONLY);
  }

  /** Returns true if the database had closed itself, or did so with this failure. */
  private static boolean isEnd(Throwable failure) {
    return isOfTheFile(failure)
        || hasCode(failure, ErrorCode.DATABASE_CALLED_AT_SHUTDOWN)
        || hasCode(failure, ErrorCode.DATABASE_IS_CLOSED);
  }

  private static boolean isOfTheFile(Throwable failure) {
    for (Throwable at = failure; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof MVStoreException) {
        return true;
      }
    }
    return false;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return Masking.message(root);
  }

  private static boolean hasCode(Throwable failure, int code) {
    for (Throwable at = failure; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof SQLException sql && sql.getErrorCode() == code) {
        return true;
      }
    }
    return false;
  }
}
