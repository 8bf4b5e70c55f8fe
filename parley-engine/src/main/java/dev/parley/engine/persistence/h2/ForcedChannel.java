package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A file whose writes over forced bytes, and whose cuts, wait for a sync of the writes before them.
 * Writes past the forced bytes do not wait, so commits at the end of the file still share a sync.
 */
final class ForcedChannel extends ForwardingChannel {

  /** The sync of a file. */
  interface Sync {
    void force(FileChannel file, boolean metadata) throws IOException;
  }

  private final FileChannel file;
  private final Sync sync;

  /** The length of the file when the last sync began: no state on the disk needs bytes past it. */
  private long forcedLength;

  /** The number of writes; the first stands for those of an earlier process. */
  private long writes = 1;

  /** The number of writes that a sync has covered. */
  private long forced;

  ForcedChannel(FileChannel file, Sync sync) throws IOException {
    super(file);
    this.file = file;
    this.sync = sync;
    this.forcedLength = file.size();
  }

  @Override
  public synchronized int write(ByteBuffer bytes, long position) throws IOException {
    if (position < forcedLength) {
      force(false);
    }
    writes++;
    return super.write(bytes, position);
  }

  @Override
  public synchronized FileChannel truncate(long size) throws IOException {
    force(false);
    writes++;
    forcedLength = Math.min(forcedLength, size);
    return super.truncate(size);
  }

  /** Forces the file, unless nothing was written since the last time. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a sync does not stop writes
  public void force(boolean metadata) throws IOException {
    long covered;
    long length;
    synchronized (this) {
      covered = writes;
      length = size();
      if (covered == forced) {
        return;
      }
    }
    sync.force(file, metadata);
    synchronized (this) {
      forced = Math.max(forced, covered);
      forcedLength = Math.max(forcedLength, length);
    }
  }
}
