package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.MVStore;

/**
 * A copy of a database file that is written to meanwhile.
 *
 * <p>H2 appends as long as it is made: no chunk that is in the file at the beginning is written
 * over, so a copy from the first byte to the last has them all. The file is one that a kill left
 * behind, with a last chunk that may be cut. As room is not used again meanwhile, the file grows by
 * each commit.
 */
final class FileCopy {
  private FileCopy() {}

  /** Adds the file that {@code connection} has open to {@code zip}, under its name. */
  static void of(Connection connection, ZipOutputStream zip) throws SQLException, IOException {
    MVStore store = FileCompaction.store(connection);
    boolean before = store.isSpaceReused();
    // Chunks whose room was chosen already are written first.
    store.executeFilestoreOperation(() -> store.setReuseSpace(false));
    try {
      store.getFileStore().backup(zip);
    } finally {
      store.setReuseSpace(before);
    }
  }
}
