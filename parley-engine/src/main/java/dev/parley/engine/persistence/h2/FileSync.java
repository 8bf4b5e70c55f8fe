package dev.parley.engine.persistence.h2;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.logging.Masking;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Forces a database file to the disk for all commits that wait. One sync serves every commit that
 * was in the file when it began; a commit that comes later waits for the next sync.
 *
 * <p>A failed sync is final. An operating system may drop what it failed to write and report
 * success the next time, so a later sync would prove nothing.
 */
final class FileSync {
  private static final System.Logger LOG = System.getLogger(FileSync.class.getName());

  /** A file that can be forced to its disk. */
  interface ForcedFile {
    /**
     * Forces everything that was written before.
     *
     * @throws IOException where the disk failed
     * @throws SQLException where the database was closed meanwhile, which says nothing of the disk
     */
    void force() throws IOException, SQLException;
  }

  /** A commit that waits for a sync. */
  private static final class Commit extends GroupCommit.Waiting {}

  private final ForcedFile file;
  private final GroupCommit<Commit> commits = new GroupCommit<>(together -> sync());
  private volatile boolean hasFailed;

  FileSync(ForcedFile file) {
    this.file = file;
  }

  /**
   * Returns when a sync has ended that began after this call.
   *
   * @throws IllegalStateException where it failed
   */
  void await() {
    commits.commit(new Commit());
  }

  /** Returns true from the first failed sync on. */
  boolean hasFailed() {
    return hasFailed;
  }

  private void sync() {
    if (hasFailed) {
      throw new IllegalStateException("an earlier sync of the database file failed");
    }
    try {
      file.force();
    } catch (IOException failure) {
      hasFailed = true;
      LOG.log(
          System.Logger.Level.ERROR,
          "Sync of the database file to its disk failed ({0}); every write is refused until the"
              + " server is restarted.",
          Masking.message(failure));
      throw new IllegalStateException("the sync of the database file failed");
    } catch (SQLException closed) {
      throw new IllegalStateException("the database was closed during a sync", closed);
    }
  }
}
