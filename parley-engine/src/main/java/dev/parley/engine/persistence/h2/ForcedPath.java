package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FilePathWrapper;

/**
 * Paths of database files that a power cut leaves as they were after a sync, or after a later
 * commit.
 *
 * <p>H2 gives away the room of a dead chunk while the commit that replaced its rows may not be on
 * the disk. A power cut that keeps the chunk written there, and loses that commit, leaves a last
 * state whose chunk is gone. A header has the same fault: it may reach the disk before the chunk
 * that it names. Here a write over what is on the disk waits until the writes before it are on the
 * disk, too; see {@link ForcedChannel}.
 */
public final class ForcedPath extends FilePathWrapper {
  static final String SCHEME = "parleysync";

  /** The files with a failed sync: a sync after it proves nothing, also after a reopening. */
  private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    FileChannel file = getBase().open(mode);
    return mode.equals("r") ? file : new ForcedChannel(file, this::force);
  }

  private void force(FileChannel file, boolean metadata) throws IOException {
    String name = getBase().toString();
    if (FAILED.contains(name)) {
      throw new IOException("an earlier sync of the database file failed");
    }
    try {
      file.force(metadata);
    } catch (ClosedChannelException closed) {
      throw closed; // which says nothing of the disk
    } catch (IOException failure) {
      FAILED.add(name);
      throw failure;
    }
  }
}
