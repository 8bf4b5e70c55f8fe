package dev.parley.war.rest;

import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A backup in a file that is removed when it was sent, or when nobody fetches it. It is whole, so
 * its length is known before its first byte is sent.
 */
final class StagedBackup implements StreamingOutput, AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** The stages in the life of a backup. */
  private enum Stage {
    READY,
    SENDING,
    GONE
  }

  private final FileChannel file;
  private final long length;
  private final Runnable whenGone;
  private final long madeAt = System.nanoTime();
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.READY);

  private StagedBackup(FileChannel file, Runnable whenGone) throws IOException {
    this.file = file;
    this.length = file.size();
    this.whenGone = whenGone;
  }

  /**
   * Opens a file that is removed when this is closed.
   *
   * @param whenGone run once after that
   */
  static StagedBackup of(Path path, Runnable whenGone) throws IOException {
    FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
    try {
      return new StagedBackup(file, whenGone);
    } catch (IOException | RuntimeException | Error unreadable) {
      file.close();
      throw unreadable;
    }
  }

  long length() {
    return length;
  }

  /** Returns true if its answer has not begun so long after it was made. */
  boolean isForgotten(long afterNanos) {
    return stage.get() == Stage.READY && System.nanoTime() - madeAt > afterNanos;
  }

  /** Sends the file, and removes it in any case. */
  @Override
  public void write(OutputStream out) throws IOException {
    if (!stage.compareAndSet(Stage.READY, Stage.SENDING)) {
      throw new ClosedChannelException();
    }
    try {
      OutputStream buffered = new BufferedOutputStream(out, BUFFER);
      ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
      long sent = 0;
      while (sent < length && file.read(bytes.clear(), sent) >= 0) {
        buffered.write(bytes.array(), 0, bytes.position());
        sent += bytes.position();
      }
      buffered.flush();
    } finally {
      remove();
    }
  }

  /** Removes the file, unless it is being sent. */
  @Override
  public void close() throws IOException {
    if (stage.compareAndSet(Stage.READY, Stage.SENDING)) {
      remove();
    }
  }

  private void remove() throws IOException {
    stage.set(Stage.GONE);
    try {
      file.close();
    } finally {
      whenGone.run();
    }
  }
}
