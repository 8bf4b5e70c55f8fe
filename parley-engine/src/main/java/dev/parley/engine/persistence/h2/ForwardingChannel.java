package dev.parley.engine.persistence.h2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.h2.store.fs.FileBase;

/** A file that delegates to another. H2 writes at offsets, and nothing else. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the file below is safe for any thread
class ForwardingChannel extends FileBase {
  private final FileChannel file;

  ForwardingChannel(FileChannel file) {
    this.file = file;
  }

  @Override
  public int write(ByteBuffer bytes, long position) throws IOException {
    return file.write(bytes, position);
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    file.truncate(size);
    return this;
  }

  @Override
  public final int write(ByteBuffer bytes) {
    throw new UnsupportedOperationException("a write without a position");
  }

  @Override
  public final int read(ByteBuffer bytes) throws IOException {
    return file.read(bytes);
  }

  @Override
  public int read(ByteBuffer bytes, long position) throws IOException {
    return file.read(bytes, position);
  }

  @Override
  public final long position() throws IOException {
    return file.position();
  }

  @Override
  public final FileChannel position(long position) throws IOException {
    file.position(position);
    return this;
  }

  @Override
  public final long size() throws IOException {
    return file.size();
  }

  @Override
  public void force(boolean metadata) throws IOException {
    file.force(metadata);
  }

  @Override
  public final FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return file.tryLock(position, size, shared);
  }

  @Override
  protected final void implCloseChannel() throws IOException {
    file.close();
  }
}
